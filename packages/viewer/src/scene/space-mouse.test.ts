import { describe, expect, it } from 'vitest'
import type { Drift } from './camera-rig.ts'
import {
  findSpaceMouse,
  type Hid,
  type HidDevice,
  type HidReport,
  openSpaceMouse,
  requestSpaceMouse,
} from './space-mouse.ts'

/** A device as the browser would present it. */
function plugIn(vendorId = 0x256f) {
  const target = Object.assign(new EventTarget(), {
    opened: false,
    vendorId,
    open: async () => void Object.assign(target, { opened: true }),
    close: async () => void Object.assign(target, { opened: false }),
  })
  const report = (reportId: number, ...values: number[]) => {
    const data = new DataView(new ArrayBuffer(values.length * 2))
    for (const [at, value] of values.entries()) data.setInt16(at * 2, value, true)
    target.dispatchEvent(Object.assign(new Event('inputreport'), { reportId, data }) as HidReport)
  }
  const press = (bits: number) => {
    const data = new DataView(Uint8Array.of(bits, 0, 0).buffer)
    target.dispatchEvent(Object.assign(new Event('inputreport'), { reportId: 3, data }))
  }
  return { device: target as HidDevice, report, press }
}

async function open(plugged: ReturnType<typeof plugIn>, isActive = () => true) {
  const moves: (Drift | undefined)[] = []
  let fits = 0
  const handlers = { onMove: (rates: Drift | undefined) => moves.push(rates), onFit: () => (fits += 1) }
  const close = await openSpaceMouse(plugged.device, handlers, isActive)
  return { moves, close, fitsOf: () => fits }
}

describe('A SpaceMouse', () => {
  it('moves the model like its cap, and stops when the cap rests', async () => {
    const mouse = plugIn()
    const { moves } = await open(mouse)
    mouse.report(1, 350, 0, 0)
    expect(moves.at(-1)).toMatchObject({ shiftRight: expect.closeTo(0.0011, 6), shiftUp: -0, up: 0 })
    mouse.report(1, 0, -350, 0)
    // Pushed away, the model moves away.
    expect(moves.at(-1)!.zoom).toBeGreaterThan(0)
    mouse.report(1, 0, 0, -350)
    expect(moves.at(-1)!.shiftUp).toBeGreaterThan(0)
    mouse.report(1, 0, 0, 0)
    expect(moves.at(-1)).toBeUndefined()
    mouse.report(2, 200, 0, 0)
    expect(moves.at(-1)!.up).toBeGreaterThan(0)
    mouse.report(2, 0, 0, 200)
    expect(moves.at(-1)!.right).toBeGreaterThan(0)
    mouse.report(2, 0, 200, 0)
    expect(moves.at(-1)!.roll).toBeLessThan(0)
    mouse.report(2, 0, 0, 0)
    expect(moves.at(-1)).toBeUndefined()
    const count = moves.length
    mouse.report(2, 0, 0, 0)
    mouse.report(1, 15, -12, 9)
    expect(moves).toHaveLength(count)
  })

  it('sends all axes in one report if it is a newer model', async () => {
    const mouse = plugIn()
    const { moves } = await open(mouse)
    mouse.report(1, 100, 0, 0, 0, 0, -350)
    expect(moves.at(-1)!.shiftRight).toBeGreaterThan(0)
    expect(moves.at(-1)!.right).toBeCloseTo(-0.0022, 6)
  })

  it('fits the scans by its first button, once per press', async () => {
    const mouse = plugIn()
    const { fitsOf } = await open(mouse)
    mouse.press(1)
    mouse.press(3)
    mouse.press(0)
    mouse.press(2)
    expect(fitsOf()).toBe(1)
    mouse.press(3)
    expect(fitsOf()).toBe(2)
  })

  it('moves nothing while another window has the focus, and stops a running movement', async () => {
    const mouse = plugIn()
    let isActive = true
    const { moves, fitsOf } = await open(mouse, () => isActive)
    mouse.report(1, 300, 0, 0)
    isActive = false
    mouse.report(1, 310, 0, 0)
    expect(moves.at(-1)).toBeUndefined()
    mouse.report(1, 320, 0, 0)
    mouse.press(1)
    expect(moves).toHaveLength(2)
    expect(fitsOf()).toBe(0)
  })

  it('ignores reports that are cut off or unknown', async () => {
    const mouse = plugIn()
    const { moves } = await open(mouse)
    mouse.report(1)
    mouse.report(23, 350, 350, 350)
    mouse.report(2, 0, 0, 0, 350, 350, 350, 350)
    expect(moves).toEqual([])
  })

  it('is closed with its movement', async () => {
    const mouse = plugIn()
    const { moves, close } = await open(mouse)
    expect(mouse.device.opened).toBe(true)
    mouse.report(1, 300, 0, 0)
    close()
    expect(moves.at(-1)).toBeUndefined()
    mouse.report(1, 300, 0, 0)
    expect(moves).toHaveLength(2)
    expect(mouse.device.opened).toBe(false)
  })

  it('is found among the allowed devices, and requested by vendor and usage', async () => {
    const asked: { filters: object[] }[] = []
    const devices = [plugIn(0x1234).device, plugIn(0x046d).device]
    const hid: Hid = Object.assign(new EventTarget(), {
      getDevices: async () => devices,
      requestDevice: async (options: { filters: object[] }) => {
        asked.push(options)
        return devices.slice(1)
      },
    })
    expect(await findSpaceMouse(hid)).toBe(devices[1])
    expect(await requestSpaceMouse(hid)).toBe(devices[1])
    expect(asked[0]!.filters).toContainEqual({ vendorId: 0x256f, usagePage: 1, usage: 8 })
  })
})
