import { zipSync } from 'fflate'
import { writeStl } from './make-scan.ts'
import type { Mesh } from './mesh.ts'
import { writeGlbScene } from './write-glb.ts'

type Triangles = Pick<Mesh, 'positions' | 'indices'>

const encode = (text: string) => new TextEncoder().encode(text)
const listOf = ({ length }: { length: number }) => Array.from({ length: length / 3 }, (_, i) => i * 3)

/**
 * Writes a scan in every supported format.
 * @param obj the same scan as an OBJ that a scanner wrote
 * @returns pairs of name and bytes
 */
export function writeScanFormats(scan: Triangles, obj: Uint8Array): [string, Uint8Array][] {
  const vertices = listOf(scan.positions).map((at) => [...scan.positions.subarray(at, at + 3)].join(' '))
  const faces = listOf(scan.indices).map((at) => `3 ${[...scan.indices.subarray(at, at + 3)].join(' ')}`)
  return [
    ['binary.stl', writeStl(scan)],
    ['ascii.stl', encode(writeAsciiStl(scan, vertices))],
    ['ascii.ply', encode(`${plyHeader('ascii', scan)}${[...vertices, ...faces].join('\n')}\n`)],
    ['binary.ply', writeBinaryPly(scan)],
    ['scan.obj', obj],
    [
      'scan.off',
      encode(`OFF\n${vertices.length} ${faces.length} 0\n${[...vertices, ...faces].join('\n')}\n`),
    ],
    ['scan.glb', writeGlbScene([scan])],
    ['scan.3mf', write3mf(scan, vertices)],
  ]
}

function writeAsciiStl({ indices }: Triangles, vertices: readonly string[]): string {
  const facets = listOf(indices).map((at) => {
    const corners = [...indices.subarray(at, at + 3)].map((index) => `vertex ${vertices[index]}`)
    return `facet normal 0 0 1\nouter loop\n${corners.join('\n')}\nendloop\nendfacet`
  })
  return `solid upper\n${facets.join('\n')}\nendsolid upper\n`
}

const plyHeader = (encoding: string, { positions, indices }: Triangles) =>
  [
    ...['ply', `format ${encoding} 1.0`, `element vertex ${positions.length / 3}`],
    ...['property float x', 'property float y', 'property float z'],
    ...[`element face ${indices.length / 3}`, 'property list uchar int vertex_indices', 'end_header', ''],
  ].join('\n')

function writeBinaryPly(scan: Triangles): Uint8Array {
  const header = encode(plyHeader('binary_little_endian', scan))
  const { positions, indices } = scan
  const bytes = new Uint8Array(header.length + positions.length * 4 + (indices.length / 3) * 13)
  const view = new DataView(bytes.buffer)
  bytes.set(header)
  for (const [i, value] of positions.entries()) view.setFloat32(header.length + i * 4, value, true)
  const start = header.length + positions.length * 4
  for (const at of listOf(indices)) {
    const face = start + (at / 3) * 13
    bytes[face] = 3
    for (let k = 0; k < 3; k += 1) view.setInt32(face + 1 + k * 4, indices[at + k]!, true)
  }
  return bytes
}

function write3mf({ indices }: Triangles, vertices: readonly string[]): Uint8Array {
  const points = vertices.map((vertex) => {
    const [x, y, z] = vertex.split(' ')
    return `<vertex x="${x}" y="${y}" z="${z}"/>`
  })
  const triangles = listOf(indices).map(
    (at) => `<triangle v1="${indices[at]}" v2="${indices[at + 1]}" v3="${indices[at + 2]}"/>`,
  )
  const model = `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources><object id="1" type="model"><mesh><vertices>${points.join('\n')}</vertices><triangles>${triangles.join('\n')}</triangles></mesh></object></resources>
<build><item objectid="1"/></build></model>`
  return zipSync({ '[Content_Types].xml': encode('<Types/>'), '3D/3dmodel.model': encode(model) })
}
