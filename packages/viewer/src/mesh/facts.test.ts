import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeBox, makeSphere, writeStl } from './make-scan.ts'
import { parseMesh } from './parse.ts'
import type { PipelineFacts } from './pipeline.ts'
import { runPipeline } from './pipeline.ts'
import { decodePreview } from './preview-read.ts'
import { collectPipeline } from './run-pipeline.ts'
import { weldMesh } from './weld.ts'
import { writeGlbScene } from './write-glb.ts'

type Triangles = { positions: Float32Array; indices: Uint32Array }
type Point = [number, number, number]

const read = (name: string) =>
  weldMesh(parseMesh(readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url))))
const upper = read('case0-upper-teeth.obj')
const lower = read('case0-lower-teeth.obj')
const rig = read('retention-rig-top-attachment.stl')

const factsOf = async (triangles: Triangles) => (await collectPipeline(writeStl(triangles))).facts
const scaled = ({ positions, indices }: Triangles, times: number): Triangles => ({
  positions: positions.map((value) => value * times),
  indices,
})

function mapPoints({ positions, indices }: Triangles, move: (point: Point) => Point): Triangles {
  const to = positions.slice()
  for (let at = 0; at < to.length; at += 3) to.set(move([...positions.subarray(at, at + 3)] as Point), at)
  return { positions: to, indices }
}

/** Inverts the winding of the triangles. */
const flipped = ({ positions, indices }: Triangles): Triangles => ({
  positions,
  indices: indices.map((_, at) => indices[at % 3 === 0 ? at : at % 3 === 1 ? at + 1 : at - 1]!),
})

const picked = ({ positions, indices }: Triangles, keep: (points: Point[]) => boolean): Triangles => {
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [...indices.subarray(at, at + 3)]
    if (keep(corners.map((one) => [...positions.subarray(one * 3, one * 3 + 3)] as Point)))
      kept.push(...corners)
  }
  return { positions, indices: Uint32Array.from(kept) }
}

/** Arches as an intraoral scanner writes them: open on the gingival side. */
const openUpper = picked(upper, (points) => points.every(([, y]) => y < -0.5))
const openLower = picked(lower, (points) => points.every(([, y]) => y > 0.5))

/** Splits a scan into its connected bodies, which are single crowns. */
function crownsOf({ positions, indices }: Triangles): Triangles[] {
  const parents = Uint32Array.from({ length: positions.length / 3 }, (_, at) => at)
  const rootOf = (from: number) => {
    let at = from
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!
    return at
  }
  for (let at = 0; at < indices.length; at += 1)
    parents[rootOf(indices[at]!)] = rootOf(indices[at - (at % 3)]!)
  const roots = [...new Set([...indices].map(rootOf))]
  return roots.map((root) => ({
    positions,
    indices: indices.filter((_, at) => rootOf(indices[at - (at % 3)]!) === root),
  }))
}

describe('The unit of a scan', () => {
  it('is recognized for an arch in centimetres, inches, metres or micrometres', async () => {
    for (const arch of [lower, openLower]) {
      for (const [unit, mm] of [
        ['cm', 10],
        ['inch', 25.4],
        ['m', 1000],
        ['um', 0.001],
      ] as const)
        expect(await factsOf(scaled(arch, 1 / mm))).toMatchObject({ unit, unitBy: 'guess' })
    }
  })

  it('is recognized for a single tooth in metres', async () => {
    const [crown] = crownsOf(upper)
    expect(await factsOf(scaled(crown!, 0.001))).toMatchObject({ unit: 'm' })
  })

  it('is millimetres for arches, single crowns, open preparations, small CAD parts and scan bodies', async () => {
    const crowns = crownsOf(upper).slice(0, 4)
    const stumps = crowns.map((crown) => picked(crown, (points) => points.every(([, y]) => y < 0)))
    const parts = [makeBox([4, 4, 8], 20), makeBox([7, 5, 3], 60), makeSphere(2.5, 60)]
    for (const part of [upper, openLower, rig, ...crowns, ...stumps, ...parts])
      expect(await factsOf(part)).toMatchObject({ unit: 'mm' })
  })

  it('that a person has set is used to convert measurements and levels to millimetres', async () => {
    const facts: PipelineFacts[] = []
    const sizes: number[][] = []
    const input = { bytes: writeStl(scaled(lower, 0.1)), role: 'lower', unit: 'cm' } as const
    await runPipeline({ ...input, pictureSize: { widthPx: 40, heightPx: 30 } }, async (step) => {
      if (step.kind === 'facts') facts.push(step.facts)
      if (step.kind === 'level') sizes.push((await decodePreview(step.level.bytes)).measure.sizeMm)
    })
    const { sizeMm, ...rest } = (await collectPipeline(writeStl(lower))).facts
    expect(facts[0]).toMatchObject({ unit: 'cm', unitBy: 'person', holes: rest.holes, jaw: rest.jaw })
    for (const size of [facts[0]!.sizeMm, ...sizes])
      size.forEach((side, axis) => {
        expect(Math.abs(side - sizeMm[axis]!)).toBeLessThan(0.02)
      })
  })

  it('of a GLB is read as metres and converted to millimetres, unless the coordinates already have the size of an arch in millimetres', async () => {
    const metres = await collectPipeline(writeGlbScene([scaled(lower, 0.001)]))
    const millimetres = await collectPipeline(writeGlbScene([lower]))
    expect(metres.facts).toMatchObject({ unit: 'mm', unitBy: 'file' })
    expect(millimetres.facts).toMatchObject({ unit: 'mm', unitBy: 'guess' })
    for (const { facts } of [metres, millimetres]) expect(facts.sizeMm[0]).toBeCloseTo(62.1, 0)
  })
})

describe('The orientation of a scan', () => {
  it('is outwards for open arches, whose jaw is recognized, and for closed arches, single crowns and CAD parts, whose jaw is not', async () => {
    expect(await factsOf(openUpper)).toMatchObject({ surface: 'out', jaw: 'upper', front: 'usual' })
    expect(await factsOf(openLower)).toMatchObject({ surface: 'out', jaw: 'lower', front: 'usual' })
    for (const closed of [upper, lower, rig, makeBox([30, 20, 10], 5), ...crownsOf(upper).slice(0, 3)])
      expect(await factsOf(closed)).toMatchObject({ surface: 'out', jaw: 'unknown' })
  })

  it('is inwards after its triangles are inverted, and the recognized jaw stays the same', async () => {
    expect(await factsOf(flipped(openUpper))).toMatchObject({ surface: 'in', jaw: 'upper' })
    expect(await factsOf(flipped(openLower))).toMatchObject({ surface: 'in', jaw: 'lower' })
    for (const closed of [upper, rig, crownsOf(upper)[0]!])
      expect(await factsOf(flipped(closed))).toMatchObject({ surface: 'in' })
  })

  it('has its front reversed for an arch that is upside down', async () => {
    const turned = (arch: Triangles) => mapPoints(arch, ([x, y, z]) => [x, -y, -z])
    expect(await factsOf(turned(openUpper))).toMatchObject({
      surface: 'out',
      jaw: 'lower',
      front: 'reversed',
    })
    expect(await factsOf(turned(openLower))).toMatchObject({
      surface: 'out',
      jaw: 'upper',
      front: 'reversed',
    })
  })

  it('is `mirrored` if the triangles face inwards and the stored normals outwards', async () => {
    const bytes = writeStl(openUpper)
    const view = new DataView(bytes.buffer)
    for (let at = 84; at < bytes.length; at += 50) {
      const corner = (k: number) => [0, 4, 8].map((part) => view.getFloat32(at + 12 * k + part, true))
      const [a, b, c] = [corner(1), corner(2), corner(3)] as [number[], number[], number[]]
      const [u, v] = [b.map((value, k) => value - a[k]!), c.map((value, k) => value - a[k]!)]
      for (let k = 0; k < 3; k += 1) {
        const normal = u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!
        view.setFloat32(at + k * 4, k === 0 ? -normal : normal, true)
      }
      // Mirrors the corners and keeps their order.
      for (let k = 1; k <= 3; k += 1) view.setFloat32(at + 12 * k, -view.getFloat32(at + 12 * k, true), true)
    }
    expect((await collectPipeline(bytes)).facts).toMatchObject({ surface: 'mirrored', jaw: 'upper' })
  })
})

describe('The open edges and holes of a scan', () => {
  /** Creates a closed plate in which triangles without an area close the gaps between larger triangles. */
  function plateWithSeams(): Triangles {
    const { positions, indices } = makeBox([40, 30, 2], 1)
    const points = [...positions]
    const corners: number[] = []
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [...indices.subarray(at, at + 3)] as [number, number, number]
      // The triangle gets a point on its edge from a to b, which its neighbour lacks. A degenerate triangle closes the gap.
      const middle = points.length / 3
      for (let axis = 0; axis < 3; axis += 1)
        points.push((positions[a * 3 + axis]! + positions[b * 3 + axis]!) / 2)
      corners.push(a, middle, c, middle, b, c, a, b, middle)
    }
    return { positions: Float32Array.from(points), indices: Uint32Array.from(corners) }
  }

  it('are zero for a plate closed by triangles without an area', async () => {
    expect(await factsOf(plateWithSeams())).toMatchObject({ openEdges: 0, holes: 0, triangleCount: 24 })
  })

  it('include a real hole; fins and loose flaps have open edges but are no holes', async () => {
    const box = makeBox([30, 20, 10], 40)
    const add = ({ positions, indices }: Triangles, points: number[], corners: number[]): Triangles => {
      const first = positions.length / 3
      return {
        positions: Float32Array.from([...positions, ...points]),
        indices: Uint32Array.from([...indices, ...corners.map((one) => first + one)]),
      }
    }
    const corner = [0, 1, 2].map((axis) => box.positions[box.indices[0]! * 3 + axis]!)
    const next = [0, 1, 2].map((axis) => box.positions[box.indices[1]! * 3 + axis]!)
    const fin = add(box, [...corner, ...next, ...corner.map((value) => value - 3)], [0, 1, 2])
    const flap = add(fin, [50, 0, 0, 53, 0, 0, 53, 3, 0, 50, 3, 0], [0, 1, 2, 0, 2, 3])
    expect(await factsOf(flap)).toMatchObject({ holes: 0, openEdges: 6 })
    const holed = { ...flap, indices: flap.indices.filter((_, at) => at < 3_000 || at >= 3_120) }
    expect(await factsOf(holed)).toMatchObject({ holes: 1 })
  })
})
