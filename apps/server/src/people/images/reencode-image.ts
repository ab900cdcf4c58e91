import { type ImagePurpose, imageRules, limits } from '@pontic/contract'
import sharp from 'sharp'
import { fail, Refusal } from '../../platform/http/fail.ts'
import { type ImageHeader, inspectImage } from './inspect-image.ts'

/** A picture as it is stored: made anew from its pixels, in sRGB, without any metadata. */
export type ReencodedImage = { kind: ImageHeader['kind']; bytes: Buffer; widthPx: number; heightPx: number }

const waitingMax = 50

// One thread, no cache: a picture must not take the machine from everybody else, nor keep its memory afterwards.
sharp.concurrency(1)
sharp.cache(false)

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Makes a picture anew by its purpose's measures (`imageRules`): a JPG stays one, a PNG too. Turned upright, converted
 * to sRGB, fitted into the box; EXIF, profiles, comments and whatever hung behind it are gone. Pictures are made one
 * after the other.
 * @throws image.kind_refused, image.unreadable, image.too_narrow, server.unavailable when too many wait already
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
    const { autoOrient } = await sharp(bytes, options).metadata()
    if (autoOrient.width < rule.minWidthPx) fail('image.too_narrow', { width: rule.minWidthPx })
    const box = {
      width: rule.widthPx,
      height: rule.heightPx,
      fit: rule.crops ? 'cover' : 'inside',
      // What is smaller is left as it is, but a picture that fills its box always has the box's shape.
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
