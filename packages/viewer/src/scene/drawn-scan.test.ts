import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../mesh/prepare.ts'
import { buffersOf, packScan } from './drawn-scan.ts'
import { guessOrientation } from './orientation.ts'

const upper = () =>
  prepareMesh(readFileSync(new URL('../../../../demo/scans/case0-upper-teeth.obj', import.meta.url)))

/** Creates two triangles in red and blue. */
const coloured = () =>
  prepareMesh(
    new TextEncoder().encode(`ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face 2
property list uchar int vertex_indices
end_header
0 0 0 255 0 0
10 0 0 255 0 0
10 10 0 0 0 255
0 10 0 0 0 255
3 0 1 2
3 0 2 3
`),
  )

describe('A scan packed for the graphics card', () => {
  it('has every vertex and triangle, quantized unit normals, and tones of white and the concavity', () => {
    const prepared = upper()
    const scan = packScan(prepared)
    expect(scan.positions).toBe(prepared.mesh.positions)
    expect(scan.indices).toBe(prepared.mesh.indices)
    expect(scan.hasColors).toBe(false)
    expect(scan.tint).toBeUndefined()
    for (const vertex of [0, 1000, prepared.mesh.vertexCount - 1]) {
      for (const axis of [0, 1, 2]) {
        const step = scan.normals[vertex * 4 + axis]! / 32_767
        expect(step).toBeCloseTo(prepared.normals[vertex * 3 + axis]!, 4)
      }
      expect([...scan.tones.subarray(vertex * 4, vertex * 4 + 4)]).toEqual([
        255,
        255,
        255,
        prepared.cavity[vertex],
      ])
    }
  })

  it('has its own colours, and their mean as tint', () => {
    const scan = packScan(coloured())
    expect(scan.hasColors).toBe(true)
    const tones = Array.from({ length: 4 }, (_, at) => [...scan.tones.subarray(at * 4, at * 4 + 3)])
    expect(tones).toContainEqual([255, 0, 0])
    expect(tones).toContainEqual([0, 0, 255])
    expect(scan.tint).toBe('#800080')
  })

  it('gets the same orientation from its sample as from all triangles', () => {
    const prepared = upper()
    const whole = guessOrientation([{ role: 'upper', mesh: prepared }])
    const { evidence } = packScan(prepared)
    expect(evidence.mesh.triangleCount).toBeLessThan(prepared.mesh.triangleCount / 3)
    expect(guessOrientation([{ role: 'upper', mesh: evidence }]).angleTo(whole)).toBeLessThan(1e-6)
  })

  it('transfers all its buffers to the page', () => {
    const scan = packScan(coloured())
    const moved = structuredClone(scan, { transfer: buffersOf(scan) })
    expect(moved.tones.length).toBe(16)
    for (const array of [scan.positions, scan.normals, scan.tones, scan.indices]) expect(array.length).toBe(0)
  })
})
