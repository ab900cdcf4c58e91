import { describe, expect, onTestFinished, test } from 'vitest'
import { makeBox, makeSphere } from '../mesh/make-scan.ts'
import { createRandom, makeSoup } from './bodies.ts'
import { createMeasureClient } from './measure-client.ts'
import { createMeasureHost, type HostMessage } from './measure-host.ts'
import type { MeasuredGeometry } from './mesh-store.ts'

/** Connects a client with a host by a message channel, which clones messages like the port of a worker. */
function createPair() {
  const { port1, port2 } = new MessageChannel()
  const receive = createMeasureHost(port2)
  port2.onmessage = ({ data }: MessageEvent<HostMessage>) => void receive(data)
  port1.start()
  onTestFinished(() => {
    port1.close()
    port2.close()
  })
  return createMeasureClient(port1)
}

const sphere = (radiusMm: number, rings = 24) => makeSphere(radiusMm, rings) as MeasuredGeometry

describe('the maps of the measuring worker', () => {
  test('are distances with contact spots and figures, first approximate, then exact', async () => {
    const client = createPair()
    await client.setMesh('one', sphere(5))
    const other = sphere(5)
    // Two spheres that penetrate each other by 0.05 mm at one point.
    await client.setMesh('other', {
      ...other,
      positions: other.positions.map((v, i) => v + (i % 3 === 2 ? 9.95 : 0)),
    })
    const figures = { limit: 1, tolerance: 0.1, binCount: 20 }
    const input = { from: 'one', to: 'other', maxMm: 2, spotLimitMm: 0.1, figures }
    const early = await client.call('distances', { ...input, isSample: true })
    expect(early).toMatchObject({ spots: [], figures: undefined })
    expect(early.values.some((value) => value < 2)).toBe(true)
    const exact = await client.call('distances', input)
    expect(exact.values).toHaveLength(early.values.length)
    expect(exact.spots).toHaveLength(1)
    expect(exact.spots[0]!.least).toBeCloseTo(-0.05, 2)
    expect(exact.spots[0]!.at[2]).toBeCloseTo(5, 1)
    expect(exact.figures!.measuredShare).toBeGreaterThan(0.05)
    expect(exact.figures!.measuredShare).toBeLessThan(0.5)
  })

  test('align a moved scan, and measure it as moved without changing it', async () => {
    const client = createPair()
    const box = makeBox([12, 9, 5], 12) as MeasuredGeometry
    await client.setMesh('old', box)
    await client.setMesh('new', { ...box, positions: box.positions.map((value) => value + 0.4) })
    const found = await client.call('align', { from: 'new', to: 'old' })
    expect(found!.rmsMm).toBeLessThan(0.001)
    expect([3, 7, 11].every((at) => Math.abs(found!.movement[at]! + 0.4) < 0.005)).toBe(true)
    const input = { from: 'new', to: 'old', maxMm: 2 }
    const aligned = await client.call('distances', { ...input, movement: found!.movement })
    expect(aligned.values.every((value) => Math.abs(value) < 0.005)).toBe(true)
    const filed = await client.call('distances', input)
    expect(filed.values.some((value) => Math.abs(value) > 0.3)).toBe(true)
  })

  test('have a value at the pixel of the pointer', async () => {
    const client = createPair()
    await client.setMesh('box', makeBox([4, 4, 2], 4) as MeasuredGeometry)
    const ray = { id: 'box', origin: [1.3, 2.2, 50], direction: [0, 0, -1], near: 0, far: 1e9 } as const
    const probe = (await client.call('probe', { rays: [ray, { ...ray, id: 'none' }] }))!
    expect(probe).toMatchObject({ scanId: 'box', point: [1.3, 2.2, 2] })
    const { positions } = makeBox([4, 4, 2], 4)
    for (let axis = 0; axis < 3; axis += 1) {
      const place = probe.vertices.reduce(
        (sum, vertex, k) => sum + positions[vertex * 3 + axis]! * probe.shares[k]!,
        0,
      )
      expect(place).toBeCloseTo(probe.point[axis]!, 5)
    }
    expect(await client.call('probe', { rays: [{ ...ray, direction: [0, 0, 1] }] })).toBeUndefined()
  })

  test('stop early when the page aborts them', async () => {
    const client = createPair()
    await client.setMesh('one', sphere(5, 200))
    await client.setMesh('other', sphere(6, 200))
    const ending = new AbortController()
    const running = client.call('distances', { from: 'one', to: 'other', maxMm: Infinity }, ending.signal)
    ending.abort()
    await expect(running).rejects.toBe(ending.signal.reason)
    expect((await client.call('curvature', { id: 'other' })).length).toBeGreaterThan(0)
  })
})

describe('T42: hostile meshes', () => {
  const runs = process.env.PONTIC_TEST_LONG === '1' ? 500 : 12

  test(`T42: ${runs} meshes with degenerate, repeated and far triangles go through every map`, {
    timeout: 600_000,
  }, async () => {
    const client = createPair()
    await client.setMesh('sound', sphere(3))
    for (let seed = 1; seed <= runs; seed += 1) {
      const mesh = spoil(makeSoup(seed, 60), seed)
      const count = mesh.positions.length / 3
      await client.setMesh('hostile', mesh)
      const there = await client.call('distances', {
        ...{ from: 'hostile', to: 'sound', maxMm: Infinity, spotLimitMm: 0.1 },
        figures: { limit: 1, tolerance: 0.1, binCount: 8 },
      })
      const back = await client.call('distances', { from: 'sound', to: 'hostile', maxMm: 5 })
      const maps = [
        there.values,
        (await client.call('undercuts', { id: 'hostile', toEye: [0, 0.6, 0.8] })).depths,
        await client.call('curvature', { id: 'hostile' }),
        await client.call('walls', { id: 'hostile' }),
      ]
      for (const values of maps) expect(values).toHaveLength(count)
      expect(back.values.length).toBeGreaterThan(count)
      for (const [from, to] of [
        ['hostile', 'sound'],
        ['sound', 'hostile'],
      ] as const) {
        const found = await client.call('align', { from, to })
        expect(found === undefined || found.movement.every(Number.isFinite)).toBe(true)
      }
    }
  })
})

/** Collapses some triangles, repeats others, and moves some vertices far away. */
function spoil({ positions, indices }: MeasuredGeometry, seed: number): MeasuredGeometry {
  const next = createRandom(seed)
  const [places, corners] = [positions.slice(), indices.slice()]
  for (let i = 0; i < corners.length; i += 3) {
    const kind = next()
    if (kind < 0.1) corners[i + 1] = corners[i]!
    else if (kind < 0.15) corners.copyWithin(i, 0, 3)
    else if (kind < 0.2) places.set([0, 0, 0], corners[i]! * 3)
    else if (kind < 0.21) places[corners[i]! * 3] = 1e7 * (next() - 0.5)
  }
  // One mesh in four has no triangle with an area.
  if (seed % 4 === 0) places.fill(1)
  return { positions: places, indices: corners }
}
