import { type ImagePurpose, imageRules, limits } from '@pontic/contract'
import { fail, Refusal } from '../../platform/http/fail.ts'
import { loadSharp } from '../../platform/sharp.ts'
import { type ImageHeader, inspectImage } from './inspect-image.ts'

/** A re-encoded picture: pixels in sRGB, without metadata. */
export type ReencodedImage = { kind: ImageHeader['kind']; bytes: Buffer; widthPx: number; heightPx: number }

const waitingMax = 50

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Re-encodes a picture in its own format by the rules of its purpose (`imageRules`): rotates it upright, converts it to
 * sRGB, resizes it, and removes EXIF, profiles, comments and trailing data. Processes one picture at a time.
 * @throws image.kind_refused, image.unreadable, image.too_narrow, server.unavailable if too many pictures wait
 */
export async function reencodeImage(bytes: Buffer, purpose: ImagePurpose): Promise<ReencodedImage> {
  const { kind } = inspectImage(bytes)
  if (waiting >= waitingMax) fail('server.unavailable')
  waiting++
  const mine = last.then(() => transform(bytes, kind, purpose))
  last = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    waiting--
  }
}

async function transform(
  bytes: Buffer,
  kind: ImageHeader['kind'],
  purpose: ImagePurpose,
): Promise<ReencodedImage> {
  const rule = imageRules[purpose]
  const options = {
    limitInputPixels: limits.imagePixelsMax,
    failOn: 'warning',
    sequentialRead: true,
  } as const
  try {
    const sharp = await loadSharp()
    const { autoOrient } = await sharp(bytes, options).metadata()
    if (autoOrient.width < rule.minWidthPx) fail('image.too_narrow', { width: rule.minWidthPx })
    const box = {
      width: rule.widthPx,
      height: rule.heightPx,
      fit: rule.crops ? 'cover' : 'inside',
      // Enlarges smaller pictures only for purposes that crop, so that these always have the same size.
      withoutEnlargement: !rule.crops,
    } as const
    const upright = sharp(bytes, options).timeout({ seconds: limits.imageSecondsMax }).autoOrient()
    const fitted = upright.resize(box).toColourspace('srgb')
    const encoded =
      kind === 'png' ? fitted.png({ compressionLevel: 9 }) : fitted.jpeg({ quality: 86, mozjpeg: true })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { kind, bytes: data, widthPx: info.width, heightPx: info.height }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return fail('image.unreadable')
  }
}
