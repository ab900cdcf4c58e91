import { type ImagePurpose, imageRules, limits } from '@pontic/contract'

/** A chosen picture that the browser has decoded and turned upright by its EXIF data. */
export type PickedImage = { element: HTMLImageElement; url: string; isJpeg: boolean }

/** Purposes whose pictures are cropped before the upload. */
export type CroppedPurpose = Exclude<ImagePurpose, 'message' | 'workorder'>

/** Why a chosen file is refused before the upload. The keys are those of the server's errors (requirement 5.images). */
export type ImageFault = 'too_large' | 'kind_refused' | 'unreadable' | 'too_narrow'

/** A rectangle in pixels of the picture. It may extend over the edges. */
export type CropArea = { x: number; y: number; width: number; height: number }

const jpegStart = [0xff, 0xd8, 0xff]
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte)

/**
 * Opens and checks a chosen file. It must be a JPG or PNG by its first bytes and have the minimum width of its purpose. It
 * may have at most 4 MB, except for messages. Close the picture with {@link closeImage}.
 */
export async function openImage(
  file: File,
  purpose: ImagePurpose,
): Promise<{ image: PickedImage } | { fault: ImageFault }> {
  // Photos of messages are scaled down before the upload.
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
 * Widens a crop area to the minimum width. The cropper reports too small an area after the window was resized or rotated.
 * @param picture size of the picture in pixels, at least `minWidthPx` wide
 */
export function widenArea(
  area: CropArea,
  picture: { width: number; height: number },
  minWidthPx: number,
): CropArea {
  if (area.width >= minWidthPx) return area
  const height = Math.min((area.height * minWidthPx) / area.width, picture.height)
  const clamp = (start: number, span: number, total: number) => Math.min(Math.max(start, 0), total - span)
  return {
    x: clamp(area.x - (minWidthPx - area.width) / 2, minWidthPx, picture.width),
    y: clamp(area.y - (height - area.height) / 2, height, picture.height),
    width: minWidthPx,
    height,
  }
}

const jpegQualities = [0.92, 0.8, 0.6]

/**
 * Crops a picture and scales it down to the size of its purpose. The result is a PNG if it may be transparent: if the picture
 * is a PNG or the crop area extends over its edge. Otherwise, or if the PNG is too large, the result is a JPG.
 * @throws Error if the browser can't draw or encode the picture, or the result is too large
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
  if (!context) throw new Error('The browser provides no 2D canvas context.')
  context.imageSmoothingQuality = 'high'
  context.scale(scale, scale)
  context.drawImage(image.element, -area.x, -area.y)
  return encodePicture(canvas, !image.isJpeg || extendsOverEdge(image, area))
}

/**
 * Encodes a picture within the size that the portal accepts.
 * @param isPng whether to return a PNG if it is small enough; a JPG otherwise
 * @throws Error if the browser can't encode the picture, or it is too large at every quality
 */
export async function encodePicture(canvas: HTMLCanvasElement, isPng: boolean): Promise<Blob> {
  if (isPng) {
    const png = await encode(canvas, 'image/png')
    if (png.size <= limits.imageBytesMax) return png
  }
  for (const quality of jpegQualities) {
    const jpeg = await encode(canvas, 'image/jpeg', quality)
    if (jpeg.size <= limits.imageBytesMax) return jpeg
  }
  throw new Error('The encoded picture is too large at every quality.')
}

function extendsOverEdge({ element }: PickedImage, { x, y, width, height }: CropArea): boolean {
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
