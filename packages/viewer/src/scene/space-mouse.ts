import type { Drift } from './camera-rig.ts'

/** The part of the browser's `HIDDevice` (WebHID) that the driver uses. */
export type HidDevice = EventTarget & {
  readonly opened: boolean
  readonly vendorId: number
  open(): Promise<void>
  close(): Promise<void>
}

/** The part of the browser's `navigator.hid` (WebHID) that the driver uses. */
export type Hid = EventTarget & {
  getDevices(): Promise<HidDevice[]>
  requestDevice(options: { filters: object[] }): Promise<HidDevice[]>
}

/** An input report of a HID device. The first byte of `data` follows the report id. */
export type HidReport = Event & { readonly reportId: number; readonly data: DataView }

/** The vendors of SpaceMice: 3Dconnexion, and Logitech for the models until 2012. */
const vendorIds = [0x256f, 0x046d]
/** Multi-axis controller on the page of generic desktop devices; a keyboard or mouse of the same vendor has another usage. */
const usage = { usagePage: 0x01, usage: 0x08 }

const reports = { shift: 1, turn: 2, buttons: 3 }
/** The value of an axis at full deflection. */
const fullStep = 350
/** A smaller share of the full deflection is the noise of a resting cap. */
const restShare = 0.06
/** The movement at full deflection, per millisecond. */
const fastest = { turn: 0.0022, shift: 0.0011, zoom: 0.0018 }

type Handlers = {
  /** Called with each change of the cap; undefined when it rests. */
  onMove: (rates: Drift | undefined) => void
  /** Called when the first button is pressed. */
  onFit: () => void
}

/** Asks the user for a SpaceMouse. It must be called in the handler of a click. @returns undefined if none is chosen */
export async function requestSpaceMouse(hid: Hid): Promise<HidDevice | undefined> {
  const devices = await hid.requestDevice({ filters: vendorIds.map((vendorId) => ({ vendorId, ...usage })) })
  return devices[0]
}

/** Finds a SpaceMouse that the user has allowed before. */
export async function findSpaceMouse(hid: Hid): Promise<HidDevice | undefined> {
  const devices = await hid.getDevices()
  return devices.find(({ vendorId }) => vendorIds.includes(vendorId))
}

/**
 * Reads the movements of a SpaceMouse. The model follows the cap, as in CAD software.
 * @param isActive whether the page has the focus; a movement of the cap in another window moves nothing here
 * @returns a function that stops reading and closes the device
 * @throws DOMException if another program uses the device exclusively
 */
export async function openSpaceMouse(
  device: HidDevice,
  { onMove, onFit }: Handlers,
  isActive: () => boolean = () => true,
): Promise<() => void> {
  const axes = [0, 0, 0, 0, 0, 0]
  let isMoving = false
  let pressed = 0
  const onReport = (event: Event) => {
    const { reportId, data } = event as HidReport
    if (reportId === reports.buttons) {
      const before = pressed
      pressed = data.byteLength > 0 ? data.getUint8(0) : 0
      if ((pressed & 1) > (before & 1) && isActive()) onFit()
      return
    }
    if (reportId !== reports.shift && reportId !== reports.turn) return
    // Newer devices send all six axes in the first report.
    const first = reportId === reports.shift ? 0 : 3
    const count = Math.min(6 - first, Math.floor(data.byteLength / 2))
    for (let axis = 0; axis < count; axis += 1) axes[first + axis] = data.getInt16(axis * 2, true)
    const rates = isActive() ? ratesOf(axes) : undefined
    if (rates || isMoving) onMove(rates)
    isMoving = rates !== undefined
  }
  if (!device.opened) await device.open()
  device.addEventListener('inputreport', onReport)
  return () => {
    device.removeEventListener('inputreport', onReport)
    if (isMoving) onMove(undefined)
    void device.close().catch(() => undefined)
  }
}

/**
 * Converts the axes of the cap. Axes of the device: x to the right, y towards the user, z down; then the rotations around them.
 * @returns undefined if the cap rests
 */
function ratesOf(axes: readonly number[]): Drift | undefined {
  const [x, y, z, tilt, lean, twist] = axes.map(shareOf) as [number, number, number, number, number, number]
  if ([x, y, z, tilt, lean, twist].every((share) => share === 0)) return undefined
  return {
    right: twist * fastest.turn,
    up: tilt * fastest.turn,
    roll: -lean * fastest.turn,
    shiftRight: x * fastest.shift,
    shiftUp: -z * fastest.shift,
    zoom: -y * fastest.zoom,
  }
}

/** Returns the share of the full deflection, squared, so that small movements are precise. */
function shareOf(value: number): number {
  const share = Math.max(-1, Math.min(1, value / fullStep))
  return Math.abs(share) < restShare ? 0 : share * Math.abs(share)
}
