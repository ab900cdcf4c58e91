import type { Texture } from './texture.ts'

/** Maximum number of pixels of a picture that is decoded. */
const pixelsMax = 8_192 ** 2
/** Longer sides are scaled down, as on the server, because a scan has fewer vertices than such a picture has pixels. */
const sidePx = 4_096

/**
 * Decodes a picture with the browser's decoder, in a page or a worker. Ignores the EXIF orientation if the browser can,
 * because texture coordinates refer to the stored picture. Coordinates are shares of the sides, so that a smaller picture has the
 * same ones.
 * @returns undefined if the picture cannot be decoded or is too large
 */
export async function readWebPicture(bytes: Uint8Array<ArrayBuffer>): Promise<Texture | undefined> {
  try {
    const options = { imageOrientation: 'none', premultiplyAlpha: 'none' } as const
    const bitmap = await createImageBitmap(new Blob([bytes]), options)
    try {
      return readPixels(bitmap)
    } finally {
      bitmap.close()
    }
  } catch {
    return undefined
  }
}

function readPixels(bitmap: ImageBitmap): Texture | undefined {
  if (bitmap.width * bitmap.height > pixelsMax) return undefined
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1) rgb[pixel * 3 + channel] = data[pixel * 4 + channel]!
  return { widthPx: width, heightPx: height, rgb }
}
