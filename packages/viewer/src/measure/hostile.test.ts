import { expect, test } from 'vitest'
import { closeBite } from './bite.ts'
import { createRandom, makeSoup, makeSphere, makeTube } from './bodies.ts'
import { findCircle } from './circle-request.ts'
import {
  requestAlignment,
  requestCurvature,
  requestDistances,
  requestUndercuts,
  requestWalls,
} from './map-requests.ts'
import { type MeasuredGeometry, MeshStore } from './mesh-store.ts'
import { measureGap, measureThickness, type PickedPoint, pickPoint, projectPoints } from './points.ts'
import { cutMesh } from './section.ts'
import { toUnit, type Vec } from './vectors.ts'

const turn = { pause: async () => {} }
const rounds = process.env.PONTIC_TEST_LONG ? 500 : 25

/** Damages a mesh: flat, doubled and reversed triangles, vertices at one place, huge and tiny coordinates. */
function damage(random: () => number): MeasuredGeometry {
  const bodies = [
    () => makeSoup(Math.floor(random() * 1e6), 60),
    () => makeSphere(4, 12),
    () => makeTube(3, 4, 16),
  ]
  const { positions, indices } = bodies[Math.floor(random() * bodies.length)]!()
  const pick = (count: number) => Math.floor(random() * count)
  const scale = [1, 1, 1e-6, 1e6][pick(4)]!
  for (let at = 0; at < positions.length; at += 1) positions[at]! *= scale
  for (let change = 0; change < 20; change += 1) {
    const [one, other] = [pick(indices.length), pick(indices.length)]
    const kind = pick(4)
    if (kind === 0) indices[one] = indices[other]!
    else if (kind === 1) indices.copyWithin(one - (one % 3), other - (other % 3), other - (other % 3) + 3)
    else if (kind === 2) positions.copyWithin(indices[one]! * 3, indices[other]! * 3, indices[other]! * 3 + 3)
    else positions[pick(positions.length)] = 0
  }
  return random() < 0.1 ? { positions, indices: new Uint32Array(pick(2) * 3) } : { positions, indices }
}

test('damaged meshes go through every request, and each number is finite', () => {
  const random = createRandom(20_26)
  for (let round = 0; round < rounds; round += 1) {
    const store = new MeshStore()
    const geometry = damage(random)
    store.add('a', geometry)
    store.add('b', damage(random))
    const direction: Vec = toUnit([random() - 0.5, random() - 0.5, random() - 0.5])!
    const vertex = Math.floor((random() * geometry.positions.length) / 3) * 3
    const place = [0, 1, 2].map((axis) => geometry.positions[vertex + axis]!) as unknown as Vec
    const origin = place.map((value, axis) => value - direction[axis]! * 50) as unknown as Vec
    const ray = { id: 'a', origin, direction, near: 0, far: Number.POSITIVE_INFINITY, isGhost: false }
    const picked = pickPoint(store, { rays: [ray], snapTan: 0.02 })
    const at: PickedPoint = picked ?? { scanId: 'a', point: place, normal: direction, snap: 'surface' }
    const numbers = [
      ...at.point,
      ...at.normal,
      ...projectPoints(store, { points: [at] }).flatMap(({ point, normal }) => [...point, ...normal]),
      measureThickness(store, { at })?.lengthMm ?? 0,
      measureGap(store, { at, scanIds: ['b'] })?.lengthMm ?? 0,
      findCircle(store, { at, radiusMm: 1 })?.radiusMm ?? 0,
    ]
    for (const number of numbers) expect(Number.isFinite(number)).toBe(true)
    for (const normal of [direction, [0, 0, 1]] as const) {
      const offset = normal.reduce((sum, value, axis) => sum + value * place[axis]!, 0)
      const { points, starts, isClosed } = cutMesh(store.get('a'), { normal, offset })
      expect(points.every(Number.isFinite)).toBe(true)
      expect(starts.at(-1)! * 3).toBe(points.length)
      expect(starts.length).toBe(isClosed.length + 1)
    }
  }
})

test('damaged meshes go through every map, alignment and bite, and each number is finite or has none', {
  timeout: 600_000,
}, async () => {
  const random = createRandom(73)
  const isSound = (value: number) => !Number.isNaN(value)
  for (let round = 0; round < rounds; round += 1) {
    const store = new MeshStore()
    store.add('a', damage(random))
    store.add('b', damage(random))
    const direction: Vec = toUnit([random() - 0.5, random() - 0.5, random() - 0.5])!
    const pair = { from: 'a', to: 'b' }
    const figures = { limit: 1, tolerance: 0.05, binCount: 10 }
    const map = await requestDistances(store, { ...pair, maxMm: 2, spotLimitMm: 0.1, figures }, turn)
    expect(map.values).toHaveLength(store.get('a').positions.length / 3)
    for (const { areaMm2, least, at } of map.spots)
      expect([areaMm2, least, ...at].every(Number.isFinite)).toBe(true)
    expect([map.figures!.mean, map.figures!.rms, ...map.figures!.bins].every(isSound)).toBe(true)
    const aligned = requestAlignment(store, pair)
    expect(aligned?.movement.every(Number.isFinite) ?? true).toBe(true)
    // The height field of undercuts is large, whatever the size of the mesh.
    if (round % 5 === 0 || process.env.PONTIC_TEST_LONG)
      expect(Number.isFinite(requestUndercuts(store, { id: 'a', toEye: direction }).areaMm2)).toBe(true)
    expect(requestCurvature(store, { id: 'a' }).length).toBe(map.values.length)
    expect((await requestWalls(store, { id: 'a' }, turn)).length).toBe(map.values.length)
    for (const depthMm of [0, 0.1]) {
      const bite = await closeBite(store, { ...pair, direction, depthMm }, turn)
      expect(bite?.movement.every(Number.isFinite) ?? true).toBe(true)
      expect(bite?.touching.flat().every(Number.isFinite) ?? true).toBe(true)
    }
  }
})
