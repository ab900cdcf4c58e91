import { limits } from '@pontic/contract'
import type { Texture } from '@pontic/viewer/textures'
import sharp from 'sharp'

const sidePx = 4_096

/**
 * Makes pixels of a picture that colours a scan, at most 4096 a side. Only pixels are taken: EXIF and the like stay behind,
 * and no turn that EXIF asks for is made, since places in a texture are counted in the picture as it is stored.
 * @returns undefined for one that can't be read
 */
export async function readPicture(bytes: Uint8Array): Promise<Texture | undefined> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: limits.imagePixelsMax })
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
