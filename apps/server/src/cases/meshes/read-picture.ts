import { limits } from '@pontic/contract'
import type { Texture } from '@pontic/viewer/textures'
import { loadSharp } from '../../platform/sharp.ts'

const sidePx = 4_096
/** Maximum number of pixels of a picture that is decoded row by row, and thus needs memory for the smaller one only. */
const streamedPixelsMax = 8_192 ** 2

/**
 * Decodes a texture to pixels, at most 4096 per side. EXIF orientation is ignored, because texture coordinates refer
 * to the stored picture.
 * @returns undefined if the texture can't be decoded
 */
export async function readPicture(bytes: Uint8Array): Promise<Texture | undefined> {
  try {
    const sharp = await loadSharp()
    const { data, info } = await sharp(bytes, { limitInputPixels: await findPixelsMax(bytes) })
      .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .timeout({ seconds: limits.imageSecondsMax })
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) return undefined
    return { widthPx: info.width, heightPx: info.height, rgb: data }
  } catch {
    return undefined
  }
}

/** WebP, progressive JPEG and interlaced PNG are decoded as a whole. */
async function findPixelsMax(bytes: Uint8Array): Promise<number> {
  const sharp = await loadSharp()
  const { format, isProgressive } = await sharp(bytes, { limitInputPixels: streamedPixelsMax }).metadata()
  return format === 'webp' || isProgressive ? limits.imagePixelsMax : streamedPixelsMax
}
