import { type ImagePurpose, imageRules, limits } from '@pontic/contract'

/** A chosen picture that can be drawn, turned upright as its EXIF data says. */
export type PickedImage = { element: HTMLImageElement; url: string; isJpeg: boolean }

/** Purposes whose pictures are cropped before the upload. */
export type CroppedPurpose = Exclude<ImagePurpose, 'message' | 'workorder'>

/** Why a chosen file is refused, before the upload: the server's reasons (requirement 5.images). */
export type ImageFault = 'too_large' | 'kind_refused' | 'unreadable' | 'too_narrow'

/** A rectangle in the picture's own pixels; it may reach over the edges. */
export type CropArea = { x: number; y: number; width: number; height: number }

const jpegStart = [0xff, 0xd8, 0xff]
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte)

/**
 * Opens a chosen file: JPG or PNG by its first bytes, with the least width of its purpose, at most 4 MB except for messages.
 * Close it with {@link closeImage}.
 */
export async function openImage(
  file: File,
  purpose: ImagePurpose,
): Promise<{ image: PickedImage } | { fault: ImageFault }> {
  // Photos of messages are scaled down.
  if (file.size > limits.imageBytesMax && purpose !== 'message') return { fault: 'too_large' }
  const start = new Uint8Array(await file.slice(0, pngStart.length).arrayBuffer())
  const isJpeg = beginsWith(start, jpegStart)
  if (!isJpeg && !beginsWith(start, pngStart)) return { fault: 'kind_refused' }
  const url = URL.createObjectURL(file)
  const element = new Image()
  element.src = url
  try {
    await element.decode()
  } catch {
    URL.revokeObjectURL(url)
    return { fault: 'unreadable' }
  }
  if (element.naturalWidth >= imageRules[purpose].minWidthPx) return { image: { element, url, isJpeg } }
  URL.revokeObjectURL(url)
  return { fault: 'too_narrow' }
}

/** Releases a picture's object URL. */
export const closeImage = (image: PickedImage): void => URL.revokeObjectURL(image.url)

/**
 * Widens a crop area to the least width. The cropper's measures are too small after the window was resized or rotated.
 * @param picture its size in pixels; at least `minWidthPx` wide
 */
export function widenArea(
  area: CropArea,
  picture: { width: number; height: number },
  minWidthPx: number,
): CropArea {
  if (area.width >= minWidthPx) return area
  const height = Math.min((area.height * minWidthPx) / area.width, picture.height)
  const into = (start: number, span: number, whole: number) => Math.min(Math.max(start, 0), whole - span)
  return {
    x: into(area.x - (minWidthPx - area.width) / 2, minWidthPx, picture.width),
    y: into(area.y - (height - area.height) / 2, height, picture.height),
    width: minWidthPx,
    height,
  }
}

const jpegQualities = [0.92, 0.8, 0.6]

/**
 * Crops a picture and scales it to its purpose. The result is a PNG if the picture may be transparent or the area reaches
 * over its edge, else a JPG.
 * @throws Error if the browser can't draw it
 */
export async function cropImage(image: PickedImage, wanted: CropArea, purpose: ImagePurpose): Promise<Blob> {
  const { widthPx, heightPx, minWidthPx } = imageRules[purpose]
  const { naturalWidth: width, naturalHeight: height } = image.element
  const area = widenArea(wanted, { width, height }, minWidthPx)
  const scale = Math.min(1, widthPx / area.width, heightPx / area.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.imageSmoothingQuality = 'high'
  context.scale(scale, scale)
  context.drawImage(image.element, -area.x, -area.y)
  if (!image.isJpeg || reachesOver(image, area)) {
    const png = await encode(canvas, 'image/png')
    if (png.size <= limits.imageBytesMax) return png
  }
  for (const quality of jpegQualities) {
    const jpeg = await encode(canvas, 'image/jpeg', quality)
    if (jpeg.size <= limits.imageBytesMax) return jpeg
  }
  throw new Error('The picture stays too large.')
}

function reachesOver({ element }: PickedImage, { x, y, width, height }: CropArea): boolean {
  return x < 0 || y < 0 || x + width > element.naturalWidth + 1 || y + height > element.naturalHeight + 1
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      type,
      quality,
    ),
  )
}
