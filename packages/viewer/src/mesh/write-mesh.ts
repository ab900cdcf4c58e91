/** Corners of a square, 10 mm wide and 100 mm off the origin, which tests encode in each format. */
export const squareCorners: readonly (readonly [number, number, number])[] = [
  [100, 0, 0],
  [110, 0, 0],
  [110, 10, 0],
  [100, 10, 0.5],
]

/** The two triangles of the square. */
export const squareTriangles: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [0, 2, 3],
]

/** Encodes the square as a binary STL. @param declaredCount number of triangles in the header */
export function writeBinaryStl(declaredCount = squareTriangles.length): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + 50 * squareTriangles.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, declaredCount, true)
  squareTriangles.forEach((triangle, i) => {
    view.setFloat32(84 + i * 50 + 8, 1, true)
    triangle.forEach((corner, k) => {
      squareCorners[corner]!.forEach((value, axis) => {
        view.setFloat32(84 + i * 50 + 12 + k * 12 + axis * 4, value, true)
      })
    })
  })
  return bytes
}

/** Encodes the square as an ASCII STL. */
export function writeAsciiStl(): string {
  const facets = squareTriangles.map((triangle) => {
    const corners = triangle.map((corner) => `      vertex ${squareCorners[corner]!.join(' ')}`)
    return ['  facet normal 0 0 1', '    outer loop', ...corners, '    endloop', '  endfacet'].join('\n')
  })
  return `solid "vertex facet" made by hand \n${facets.join('\n')}\nendsolid\n`
}

/** Encodes the square as an ASCII PLY, with a comment and an unknown property. */
export function writeAsciiPly(): string {
  const vertices = squareCorners.map((corner) => `${corner.join(' ')} 255 128 0 0.25`)
  const colors = ['red', 'green', 'blue'].map((name) => `property uchar ${name}`)
  return [
    ...['ply', 'format ascii 1.0', 'comment TextureFile Jane Roe.jpg', 'element vertex 4'],
    ...['property float x', 'property float y', 'property float z', ...colors, 'property float quality'],
    ...['element face 1', 'property list uchar int vertex_indices', 'end_header'],
    ...vertices,
    '4 0 1 2 3',
    '',
  ].join('\n')
}

/** Encodes the square as a binary PLY with face colours (red, then blue) and doubles. */
export function writeBinaryPly(isLittle: boolean): Uint8Array<ArrayBuffer> {
  const header = [
    'ply',
    `format binary_${isLittle ? 'little' : 'big'}_endian 1.0`,
    ...['element vertex 4', 'property double x', 'property double y', 'property double z'],
    ...[
      'element face 2',
      'property list uchar uint vertex_index',
      'property uchar red',
      'property uchar green',
    ],
    ...['property uchar blue', 'property uchar alpha', 'end_header', ''],
  ].join('\n')
  const bytes = new Uint8Array(header.length + 4 * 24 + 2 * 17)
  bytes.set(new TextEncoder().encode(header))
  const view = new DataView(bytes.buffer)
  let at = header.length
  for (const value of squareCorners.flat()) {
    view.setFloat64(at, value, isLittle)
    at += 8
  }
  squareTriangles.forEach((triangle, face) => {
    view.setUint8(at, 3)
    triangle.forEach((corner, k) => {
      view.setUint32(at + 1 + k * 4, corner, isLittle)
    })
    bytes.set(face === 0 ? [255, 0, 0, 255] : [0, 0, 255, 128], at + 13)
    at += 17
  })
  return bytes
}

/** Encodes the square as an OBJ with colours, slashes, and lines that refer to other files. */
export function writeObj(): string {
  const vertices = squareCorners.map((corner) => `v ${corner.join(' ')} 1 0.5 0`)
  return ['# by hand', 'mtllib ../../etc/passwd', ...vertices, 'usemtl a b', 'f 1/1 2//2 3/3/3 -1', ''].join(
    '\n',
  )
}
