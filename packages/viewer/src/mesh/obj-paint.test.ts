import { describe, expect, it } from 'vitest'
import { meshLimits } from './mesh.ts'
import { listMaterialFiles, type ObjPaint, paintObj, readMaterials } from './obj-paint.ts'
import { parseMesh } from './parse.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const square = 'v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n'
/** Two by two pixels: red and green in the first row, blue and white in the second. */
const texture = {
  widthPx: 2,
  heightPx: 2,
  rgb: Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]),
}
const paint: ObjPaint = new Map([
  ['jaw', { texture }],
  ['plain', { color: [10, 20, 30] as const }],
])
const painted = (text: string) => {
  const bytes = encode(text)
  const { colors } = paintObj(bytes, parseMesh(bytes), paint, meshLimits)
  return Array.from({ length: colors!.length / 4 }, (_, i) => [...colors!.subarray(i * 4, i * 4 + 3)].join())
}

describe('The colours of an OBJ with materials', () => {
  it('are those of its texture, whose first row is at the top', () => {
    const [a, b, c] = ['0,0,255', '255,255,255', '0,255,0']
    expect(painted(`${square}usemtl jaw\nf 1/1 2/2 3/3 4/4\n`)).toEqual([a, b, c, a, c, '255,0,0'])
    expect(painted(`${square}usemtl jaw\nf -4/-4 -3/-3/1 -2/-2\n`)).toEqual([a, b, c])
  })

  it('are those of its material if there is no texture, and white if the material has no colour', () => {
    expect(new Set(painted(`${square}usemtl plain\nf 1/1 2/2 3/3\n`))).toEqual(new Set(['10,20,30']))
    expect(new Set(painted(`${square}usemtl other\nf 1/1 2/2 3/3\n`))).toEqual(new Set(['255,255,255']))
    expect(new Set(painted(`${square}usemtl jaw\nf 1 2//1 3/99\n`))).toEqual(new Set(['255,255,255']))
  })

  it('T42: are read only from files of the same case, because paths in file names are ignored', () => {
    expect(listMaterialFiles(encode('mtllib ../../etc/Jane Roe.mtl\nv 0 0 0\n'))).toEqual(['Jane Roe.mtl'])
    const mtl = 'newmtl jaw\nKd 1 0.5 0\nmap_Kd -s 1 1 1 C:\\scans\\jaw 1.jpg\nnewmtl b\nKd nan 0 0\n'
    expect([...readMaterials(mtl)]).toEqual([
      ['jaw', { color: [255, 128, 0], textureName: 'jaw 1.jpg' }],
      ['b', {}],
    ])
  })
})
