import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeBox, writeStl } from './make-scan.ts'
import type { PreparedMesh } from './mesh.ts'
import { prepareMesh } from './prepare.ts'
import { previewRules } from './preview-format.ts'
import { decodePreview } from './preview-read.ts'
import { collectPipeline } from './run-pipeline.ts'

const scan = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url)))

type Triangles = ReturnType<typeof makeBox>

/** Rotates a body about two axes, so that no face is aligned with the grid of a preview. */
function rotate({ positions, indices }: Triangles): Triangles {
  const moved = positions.slice()
  for (let at = 0; at < moved.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    const [u, v] = [x * 0.8 - y * 0.6, x * 0.6 + y * 0.8]
    moved.set([u, v * 0.96 - z * 0.28, v * 0.28 + z * 0.96], at)
  }
  return { positions: moved, indices }
}

/** Returns the largest angle between a corner's normal and the normal of its triangle, in degrees. */
function largestNormalError({ mesh: { positions, indices }, normals }: PreparedMesh): number {
  let least = 1
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(indices[i + k]! * 3, indices[i + k]! * 3 + 3))
    const [u, v] = [b!, c!].map((end) => [0, 1, 2].map((k) => end[k]! - a![k]!))
    const cross = [0, 1, 2].map(
      (k) => u![(k + 1) % 3]! * v![(k + 2) % 3]! - u![(k + 2) % 3]! * v![(k + 1) % 3]!,
    )
    const doubleArea = Math.hypot(...cross)
    // Triangles whose height is below the grid step of the preview have arbitrary normals and are invisible.
    if (!(doubleArea > 0.02 * Math.max(Math.hypot(...u!), Math.hypot(...v!)))) continue
    for (const corner of [i, i + 1, i + 2]) {
      const at = indices[corner]! * 3
      const along = cross.reduce((sum, value, k) => sum + value * normals[at + k]!, 0)
      least = Math.min(least, along / doubleArea)
    }
  }
  return (Math.acos(Math.min(1, least)) * 180) / Math.PI
}

/** Returns the largest angle between a normal and the nearest of these directions, in degrees. */
function farthestFrom(directions: readonly number[][], { normals }: PreparedMesh): number {
  let least = 1
  for (let at = 0; at < normals.length; at += 3) {
    let nearest = -1
    for (const [x, y, z] of directions)
      nearest = Math.max(nearest, x! * normals[at]! + y! * normals[at + 1]! + z! * normals[at + 2]!)
    least = Math.min(least, nearest)
  }
  return (Math.acos(Math.min(1, least)) * 180) / Math.PI
}

const faces = [0, 1, 2].flatMap((axis) =>
  [1, -1].map((sign) => [0, 1, 2].map((one) => (one === axis ? sign : 0))),
)
const rotatedFaces = faces.map((face) => [
  ...rotate({ positions: Float32Array.from(face), indices: new Uint32Array() }).positions,
])

describe('The flat sides and edges of CAD parts', () => {
  // The boxes in fine triangles have too many triangles for a coarse level, so their coarse level is simplified.
  for (const [name, body, directions] of [
    ['a box of twelve triangles', makeBox([30, 20, 10], 1), faces],
    ['a plate of long triangles', makeBox([60, 50, 2], 3), faces],
    ['a box in fine triangles', makeBox([30, 20, 10], 85), faces],
    ['a rotated box in fine triangles', rotate(makeBox([30, 20, 10], 85)), rotatedFaces],
  ] as const) {
    it(`are kept: ${name} has the normals of its faces on every level and when the file is parsed`, async () => {
      const bytes = writeStl(body)
      const { levels } = await collectPipeline(bytes.slice())
      for (const { bytes: level } of levels) {
        expect(farthestFrom(directions, await decodePreview(level))).toBeLessThan(1)
      }
      expect(levels[0]!.bytes.length).toBeLessThanOrEqual(previewRules.coarseBytesMax)
      expect(farthestFrom(directions, prepareMesh(bytes))).toBeLessThan(1)
    })
  }

  it('are kept for the demo rig part, on every level and in its picture', async () => {
    const { levels, picture } = await collectPipeline(scan('retention-rig-top-attachment.stl'))
    for (const { bytes } of levels) expect(largestNormalError(await decodePreview(bytes))).toBeLessThan(35)
    // In a picture with flat sides, the most frequent shade covers a large part. Smooth shading spreads over all shades.
    const counts = new Map<number, number>()
    let drawn = 0
    for (let at = 0; at < picture.rgba.length; at += 4) {
      if (picture.rgba[at + 3]! === 0) continue
      drawn += 1
      counts.set(picture.rgba[at]!, (counts.get(picture.rgba[at]!) ?? 0) + 1)
    }
    expect(Math.max(...counts.values()) / drawn).toBeGreaterThan(0.2)
  })

  it('do not occur in scans, whose levels contain no normals', async () => {
    for (const name of ['case0-upper-teeth.obj', 'case0-lower-teeth.obj']) {
      const { levels } = await collectPipeline(scan(name))
      for (const { bytes } of levels)
        expect(new TextDecoder('latin1').decode(bytes.subarray(0, 3000))).not.toContain('NORMAL')
    }
  })
})
