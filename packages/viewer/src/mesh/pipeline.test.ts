import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeBox, makeScan, makeSphere, writeStl } from './make-scan.ts'
import { parseMesh } from './parse.ts'
import type { Picture } from './picture.ts'
import { previewRules } from './preview-format.ts'
import { decodePreview } from './preview-read.ts'
import { collectPipeline, deviationOf } from './run-pipeline.ts'
import { weldMesh } from './weld.ts'
import { write3mf, writeGlb, writeOff } from './write-models.ts'

const scan = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url)))
const coverageOf = ({ rgba }: Picture) => {
  let drawn = 0
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at]! > 0) drawn += 1
  return drawn / (rgba.length / 4)
}

describe('The preview of a real scan', () => {
  for (const [name, role] of [
    ['case0-upper-teeth.obj', 'upper'],
    ['case0-lower-teeth.obj', 'lower'],
  ] as const) {
    it(`deviates from ${name} by at most 20 µm (99th percentile) in the coarse level and 10 µm in the full level`, async () => {
      const bytes = scan(name)
      const { levels, facts, picture, order } = await collectPipeline(bytes, role)
      expect(order).toEqual(['level', 'picture', 'facts', 'level'])
      const [coarse, full] = levels
      expect(coarse!.bytes.length).toBeLessThanOrEqual(previewRules.coarseBytesMax)
      expect((await deviationOf(bytes, coarse!)).p99).toBeLessThanOrEqual(previewRules.coarseDeviationMm)
      expect((await deviationOf(bytes, full!)).largest).toBeLessThanOrEqual(previewRules.fullDeviationMm)
      // A tenth of the size of a binary STL with these triangles.
      expect(full!.bytes.length).toBeLessThan((84 + 50 * facts.triangleCount) / 10)
      expect(full!.triangleCount).toBe(facts.triangleCount)
      expect(facts).toMatchObject({ unit: 'mm', openEdges: 0, holes: 0, hasColors: false })
      const drawn = coverageOf(picture)
      expect(drawn).toBeGreaterThan(0.15)
      expect(drawn).toBeLessThan(0.6)
    })
  }
})

describe('The preview of a body of known size', () => {
  it('has the radius of a sphere of 10 mm on each level', async () => {
    const bytes = writeStl(makeSphere(10, 220))
    const { levels, facts } = await collectPipeline(bytes)
    expect(levels).toHaveLength(2)
    for (const { bytes: level } of levels) {
      const { mesh, measure } = await decodePreview(level)
      for (const side of measure.sizeMm) expect(side).toBeCloseTo(20, 1)
      const radii = Array.from({ length: mesh.vertexCount }, (_, i) =>
        Math.hypot(...mesh.positions.subarray(i * 3, i * 3 + 3)),
      )
      expect(Math.max(...radii.map((radius) => Math.abs(radius - 10)))).toBeLessThan(0.01)
    }
    expect(facts.openEdges).toBe(0)
  })

  it('has the sides of a box of 30 × 20 × 10 mm on each level', async () => {
    const bytes = writeStl(makeBox([30, 20, 10], 80))
    const { levels, facts } = await collectPipeline(bytes)
    expect(facts.sizeMm).toEqual([30, 20, 10])
    expect(levels).toHaveLength(2)
    for (const level of levels) {
      const { measure, isFaceted } = await decodePreview(level.bytes)
      measure.sizeMm.forEach((side, axis) => {
        expect(Math.abs(side - [30, 20, 10][axis]!)).toBeLessThan(0.01)
      })
      expect(isFaceted).toBe(false)
      expect((await deviationOf(bytes, level)).largest).toBeLessThan(0.01)
    }
  })

  it('counts a few missing triangles as a hole, and a missing side as the border of an open scan', async () => {
    const { positions, indices } = makeBox([30, 20, 10], 40)
    const all = indices.length
    const hole = Uint32Array.from([...indices].filter((_, i) => i < 3_000 || i >= 3_120))
    expect((await collectPipeline(writeStl({ positions, indices: hole }))).facts.holes).toBe(1)
    const open = indices.slice(0, (all * 5) / 6)
    const { facts } = await collectPipeline(writeStl({ positions, indices: open }))
    expect(facts.holes).toBe(0)
    expect(facts.openEdges).toBe(160)
  })

  it('reports another unit than millimetres', async () => {
    const { positions, indices } = parseMesh(scan('case0-upper-teeth.obj'))
    for (const [unit, mm] of [
      ['inch', 25.4],
      ['cm', 10],
      ['m', 1000],
    ] as const) {
      const { facts, levels } = await collectPipeline(
        writeStl({ positions: positions.map((value) => value / mm), indices }),
      )
      expect(facts.unit).toBe(unit)
      // The preview is as fine, relative to its size, as that of a scan in millimetres.
      const { measure } = await decodePreview(levels.at(-1)!.bytes)
      measure.sizeMm.forEach((side, axis) => {
        expect(Math.abs(side - facts.sizeMm[axis]!) * mm).toBeLessThan(0.02)
      })
    }
  })
})

describe('The colours of a scan', () => {
  it('stay at their positions on both levels', async () => {
    const { positions, indices } = parseMesh(scan('case0-upper-teeth.obj'))
    const lines: string[] = []
    // The right side is red, the left side green.
    for (let at = 0; at < positions.length; at += 3) {
      const point = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
      lines.push(`v ${point.join(' ')} ${point[0]! > 0 ? '1 0 0' : '0 1 0'}`)
    }
    for (let at = 0; at < indices.length; at += 3)
      lines.push(`f ${indices[at]! + 1} ${indices[at + 1]! + 1} ${indices[at + 2]! + 1}`)
    const { levels, facts } = await collectPipeline(new TextEncoder().encode(`${lines.join('\n')}\n`))
    expect(facts.hasColors).toBe(true)
    expect(levels[0]!.bytes.length).toBeLessThanOrEqual(previewRules.coarseBytesMax)
    for (const { bytes } of levels) {
      const { mesh } = await decodePreview(bytes)
      let wrong = 0
      for (let vertex = 0; vertex < mesh.vertexCount; vertex += 1) {
        const isRed = mesh.positions[vertex * 3]! > 0
        const [red, green] = [mesh.colors![vertex * 4]!, mesh.colors![vertex * 4 + 1]!]
        if ((isRed ? red : green) !== 255 && Math.abs(mesh.positions[vertex * 3]!) > 0.02) wrong += 1
      }
      expect(wrong).toBe(0)
    }
  })

  it('are in the preview of an OFF, 3MF or GLB, but the name of a person in the file is not', async () => {
    const files = [new TextEncoder().encode(writeOff()), write3mf(), writeGlb()]
    for (const bytes of files) {
      const { levels } = await collectPipeline(bytes.slice())
      const { mesh } = await decodePreview(levels[0]!.bytes)
      const reds = Array.from({ length: mesh.vertexCount }, (_, i) =>
        mesh.colors!.subarray(i * 4, i * 4 + 3).join(),
      )
      expect(reds.some((color) => ['0,0,255', '255,0,0'].includes(color))).toBe(true)
      expect(new TextDecoder('latin1').decode(levels[0]!.bytes)).not.toContain('Jane')
    }
  })
})

describe('The preview of a large scan', () => {
  it('has a coarse level of at most 250 KB that deviates by at most 20 µm (99th percentile), and a full level smaller than a tenth of the file that deviates by at most 10 µm', async () => {
    const real = weldMesh(parseMesh(scan('case0-lower-teeth.obj')))
    const bytes = writeStl(makeScan(real, 240_000))
    const { levels } = await collectPipeline(bytes.slice(), 'lower')
    const [coarse, full] = levels
    expect(coarse!.bytes.length).toBeLessThanOrEqual(previewRules.coarseBytesMax)
    expect(full!.bytes.length).toBeLessThan(bytes.length / 10)
    expect((await deviationOf(bytes, coarse!)).p99).toBeLessThanOrEqual(previewRules.coarseDeviationMm)
    expect((await deviationOf(bytes, full!)).largest).toBeLessThanOrEqual(previewRules.fullDeviationMm)
  })

  it('T42: has a coarse level of at most 250 KB even for loose triangles, which cannot be simplified', async () => {
    const { positions, indices } = makeSphere(30, 160)
    const loose = new Float32Array(indices.length * 3)
    indices.forEach((index, corner) => {
      const shift = Math.floor(corner / 3) * 0.0005
      for (let axis = 0; axis < 3; axis += 1) loose[corner * 3 + axis] = positions[index * 3 + axis]! + shift
    })
    const { levels } = await collectPipeline(
      writeStl({ positions: loose, indices: indices.map((_, i) => i) }),
    )
    expect(levels[0]!.bytes.length).toBeLessThanOrEqual(previewRules.coarseBytesMax)
  })
})
