import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDracoInNode } from './draco-file.ts'
import { loadGlbDecoder } from './glb-decoder.ts'
import { measureMesh } from './measure.ts'
import { parseMesh } from './parse.ts'
import { encodePreview } from './preview-write.ts'
import { write3mf, writeGlb, writeModel, writeOff, writeSparseGlb } from './write-models.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const square = { min: [100, 0, 0], max: [110, 10, 0.5] }

beforeAll(() => Promise.all([loadGlbDecoder(new Uint8Array(), loadDracoInNode), MeshoptEncoder.ready]))

describe('An OFF', () => {
  it('is parsed with the colours of its faces, whose triangles share no vertices', () => {
    const mesh = parseMesh(encode(writeOff()))
    expect(mesh).toMatchObject({ format: 'off', triangleCount: 2, vertexCount: 6, isFlat: true })
    expect(measureMesh(mesh)).toMatchObject(square)
    expect([...mesh.colors!.subarray(8, 16)]).toEqual([0, 0, 255, 255, 255, 0, 255, 255])
  })

  it('is parsed with the colours of its vertices', () => {
    const mesh = parseMesh(encode(writeOff('COFF')))
    expect(mesh).toMatchObject({ vertexCount: 4, isFlat: false })
    expect([...mesh.colors!.subarray(0, 4)]).toEqual([255, 0, 0, 255])
  })
})

describe('A 3MF', () => {
  it('is parsed with the placed objects and components of its build and their materials', () => {
    const mesh = parseMesh(write3mf())
    expect(mesh).toMatchObject({ format: '3mf', triangleCount: 4, isFlat: true })
    expect(measureMesh(mesh)).toMatchObject({ min: [100, 0, 0], max: [110, 30, 0.5] })
    expect([...mesh.colors!.subarray(0, 4)]).toEqual([255, 0, 0, 255])
    expect([...mesh.colors!.subarray(12, 16)]).toEqual([255, 255, 255, 255])
  })

  it('is converted to millimetres from any unit', () => {
    expect(measureMesh(parseMesh(write3mf(writeModel('centimeter')))).sizeMm).toEqual([100, 300, 5])
  })
})

describe('A GLB', () => {
  it('is parsed with the positions of its nodes and with colours', () => {
    const mesh = parseMesh(writeGlb())
    expect(mesh).toMatchObject({ format: 'glb', triangleCount: 2, vertexCount: 4, isFlat: false })
    expect(measureMesh(mesh)).toMatchObject({ min: [100, 0, 5], max: [110, 10, 5.5] })
    expect([...mesh.colors!]).toEqual([255, 0, 0, 255, ...Array(12).fill(255)])
  })

  it('is parsed with sparse accessors, with or without base values', () => {
    const { positions, indices, colors } = parseMesh(writeSparseGlb())
    const plain = parseMesh(writeGlb())
    expect([positions, indices]).toEqual([plain.positions, plain.indices])
    expect([...colors!]).toEqual([255, 0, 0, 255, 255, 0, 0, 255, ...Array(8).fill(255)])
  })

  it('is parsed when it is quantized and compressed by meshopt, as previews are', () => {
    const { positions, indices } = parseMesh(writeGlb())
    const grid = { origin: [100, 0, 5] as const, stepMm: 0.01 }
    const colors = new Uint8Array(16).fill(200)
    const level = { positions, indices, cavity: new Uint8Array(4), colors }
    const mesh = parseMesh(encodePreview(level, grid, { level: 0, isFaceted: false }))
    expect(mesh).toMatchObject({ triangleCount: 2, vertexCount: 4 })
    const { min, max } = measureMesh(mesh)
    expect([...min, ...max].map((value) => Math.round(value * 100) / 100)).toEqual([100, 0, 5, 110, 10, 5.5])
    expect([...mesh.colors!]).toEqual(Array(16).fill(200))
  })
})
