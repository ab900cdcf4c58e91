import { zipSync } from 'fflate'
import { packGlb } from './write-glb.ts'
import { squareCorners, squareTriangles } from './write-mesh.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** Encodes the square as OFF with face colours, or as COFF with red vertices. */
export function writeOff(word: 'OFF' | 'COFF' = 'OFF'): string {
  const vertices = squareCorners.map((corner) => `${corner.join(' ')}${word === 'COFF' ? ' 1 0 0 1' : ''}`)
  const faces = squareTriangles.map((face, i) => `3 ${face.join(' ')}${word === 'OFF' ? ` ${i} 0 1` : ''}`)
  return [word, '# Jane Roe', '4 2 5', ...vertices, ...faces, ''].join('\n')
}

/** Writes the model of a 3MF: the square, whose first triangle is red, and a component with the square moved by 20 mm. */
export function writeModel(unit = 'millimeter'): string {
  const vertices = squareCorners.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
  const [first, second] = squareTriangles.map(([a, b, c]) => `v1="${a}" v2="${b}" v3="${c}"`)
  return [
    `<?xml version="1.0"?><!-- Jane Roe --><model unit="${unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">`,
    '<metadata name="Title">Jane Roe &gt; "upper"</metadata><resources>',
    '<basematerials id="5"><base name="Jane" displaycolor="#FF0000"/></basematerials>',
    `<object id="1" type="model"><mesh><vertices>${vertices.join('')}</vertices>`,
    `<triangles><triangle ${first} pid="5" p1="0"/><triangle ${second}/></triangles></mesh></object>`,
    '<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 20 0"/></components></object>',
    '</resources><build><item objectid="1"/><item objectid="2"/></build></model>',
  ].join('\n')
}

/** Packs a model as 3MF. */
export function write3mf(model = writeModel()): Uint8Array<ArrayBuffer> {
  return zipSync({
    '[Content_Types].xml': encode('<Types/>'),
    '3D/3dmodel.model': encode(model),
  }) as Uint8Array<ArrayBuffer>
}

/** Returns the JSON of a GLB with the square under a node that is moved by 5 mm along z. */
export function describeGlb() {
  return {
    asset: { version: '2.0', generator: 'Jane Roe' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'Jane Roe', children: [1], translation: [0, 0, 5] },
      { mesh: 0, scale: [1, 1, 1], rotation: [0, 0, 0, 1] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 2 }, indices: 1, mode: 4 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', byteOffset: 0 },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
      { bufferView: 2, componentType: 5121, normalized: true, count: 4, type: 'VEC4' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
      { buffer: 0, byteOffset: 60, byteLength: 16 },
    ],
    buffers: [{ byteLength: 76 }],
  }
}

/** Packs the square as GLB. @param json the JSON of the file @param more bytes to add after the 76 bytes of the square */
export function writeGlb(
  json: object = describeGlb(),
  more: readonly number[] = [],
): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(76 + more.length)
  const view = new DataView(body.buffer)
  squareCorners.flat().forEach((value, i) => {
    view.setFloat32(i * 4, value, true)
  })
  squareTriangles.flat().forEach((index, i) => {
    view.setUint16(48 + i * 2, index, true)
  })
  body.fill(255, 60)
  body.set([255, 0, 0, 255], 60)
  body.set(more, 76)
  return packGlb(json, body)
}

/** Writes a GLB of the square with sparse accessors: positions without a base, and a colour list with one red corner. */
export function writeSparseGlb(): Uint8Array<ArrayBuffer> {
  const json = describeGlb()
  const replacing = (count: number, byteOffset: number, bufferView: number) => ({
    count,
    indices: { bufferView: 3, byteOffset, componentType: 5121 },
    values: { bufferView },
  })
  json.bufferViews.push({ buffer: 0, byteOffset: 76, byteLength: 4 })
  Object.assign(json.accessors[0]!, { bufferView: undefined, sparse: replacing(4, 0, 0) })
  Object.assign(json.accessors[2]!, { sparse: replacing(1, 1, 2) })
  return writeGlb(json, [0, 1, 2, 3])
}
