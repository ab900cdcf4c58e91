/** A texture: red, green, blue of each pixel, row by row from the top. */
export type Texture = { widthPx: number; heightPx: number; rgb: Uint8Array }

/**
 * A function that decodes a PNG, JPEG or WebP and returns its pixels, or undefined if that fails. Server and browser provide
 * different decoders. EXIF data and names are not returned.
 */
export type ReadPicture = (bytes: Uint8Array<ArrayBuffer>) => Promise<Texture | undefined>

/** The decoded textures of a file, by image number for a GLB and by part name for a 3MF. */
export type Textures = ReadonlyMap<number | string, Texture>

/** Maximum number of textures per scan. The pixels of each need up to 50 MB. */
export const texturesMax = 8

/** How a texture continues beyond its edges: it is repeated, its edge is extended, or it is mirrored. */
export type Wrap = 'repeat' | 'clamp' | 'mirror'

const wraps: Readonly<Record<Wrap, (value: number) => number>> = {
  repeat: (value) => (value === 1 ? 1 : value - Math.floor(value)),
  clamp: (value) => Math.min(1, Math.max(0, value)),
  mirror: (value) => 1 - Math.abs(1 - (value - 2 * Math.floor(value / 2))),
}

/**
 * Writes the colour at a coordinate, interpolated between four pixels, to a list.
 * @param u from left (0) to right (1)
 * @param v from the first row (0) to the last (1)
 * @param to the index of red in `into`; green and blue follow
 */
export function sampleTexture(
  { widthPx, heightPx, rgb }: Texture,
  [u, v]: readonly [number, number],
  [into, to]: readonly [Uint8Array, number],
  [wrapU, wrapV]: readonly [Wrap, Wrap] = ['repeat', 'repeat'],
): void {
  const x = Math.max(0, wraps[wrapU](u) * widthPx - 0.5)
  const y = Math.max(0, wraps[wrapV](v) * heightPx - 0.5)
  const [left, top] = [Math.min(Math.floor(x), widthPx - 1), Math.min(Math.floor(y), heightPx - 1)]
  const [right, bottom] = [Math.min(left + 1, widthPx - 1), Math.min(top + 1, heightPx - 1)]
  const [fx, fy] = [x - left, y - top]
  for (let channel = 0; channel < 3; channel += 1) {
    const at = (column: number, row: number) => rgb[(row * widthPx + column) * 3 + channel]!
    const upper = at(left, top) * (1 - fx) + at(right, top) * fx
    const lower = at(left, bottom) * (1 - fx) + at(right, bottom) * fx
    into[to + channel] = Math.round(upper * (1 - fy) + lower * fy)
  }
}
