import { saveFile } from '../../ui/download.ts'

/** What a saved picture shows besides the scans. */
export type PictureCaption = {
  /** Number of the case and name of the view. */
  texts: readonly string[]
  /** Width of a pixel of the picture at the surface in the middle, in millimetres. */
  mmPerPixel: number
  /** Formats a length in millimetres, as "10 mm". */
  lengthOf: (mm: number) => string
  color: string
  ground: string
}

/** Returns the longest length of 1, 2 or 5 times a power of ten that is not longer than `mostMm`. */
export function scaleBarOf(mostMm: number): number {
  const power = 10 ** Math.floor(Math.log10(mostMm))
  // A quotient such as 4.999… of rounded numbers counts as 5.
  const steps = mostMm / power + 1e-9
  return power * (steps >= 5 ? 5 : steps >= 2 ? 2 : 1)
}

/** A picture of the 3D view with its caption. `name` is the name of its file. */
export type CapturedPicture = { readonly picture: HTMLCanvasElement; readonly name: string }

/** Saves a picture as a PNG. */
export async function savePicture({ picture, name }: CapturedPicture): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
  if (blob) saveFile(blob, name)
}

/** Draws the caption at the lower edge of a picture. */
export function drawCaption(picture: HTMLCanvasElement, caption: PictureCaption): void {
  const context = picture.getContext('2d')
  if (!context) return
  const { width, height } = picture
  const text = Math.round(Math.max(18, Math.min(width, height) / 36))
  const gap = text
  context.font = `500 ${text}px ${getComputedStyle(document.body).fontFamily}`
  context.textBaseline = 'alphabetic'
  const barMm = scaleBarOf(caption.mmPerPixel * width * 0.2)
  const barPx = barMm / caption.mmPerPixel
  const label = caption.lengthOf(barMm)
  const right = width - gap
  const bottom = height - gap
  // A plate behind each text keeps it readable in front of a scan.
  context.fillStyle = caption.ground
  context.globalAlpha = 0.85
  const said = caption.texts.join('  ·  ')
  const plate = { top: bottom - text * 1.25, height: text * 1.7 }
  context.fillRect(gap * 0.5, plate.top, context.measureText(said).width + gap, plate.height)
  const block = Math.max(barPx, context.measureText(label).width)
  context.fillRect(right - block - gap * 0.5, plate.top - text * 0.7, block + gap, plate.height + text * 0.7)
  context.globalAlpha = 1
  context.fillStyle = caption.color
  context.textAlign = 'left'
  context.fillText(said, gap, bottom)
  context.textAlign = 'center'
  context.fillText(label, right - block / 2, bottom - text * 0.75)
  const [left, line] = [right - block / 2 - barPx / 2, Math.max(2, Math.round(text / 10))]
  context.fillRect(left, bottom, barPx, line)
  for (const end of [left, left + barPx - line]) context.fillRect(end, bottom - text * 0.4, line, text * 0.4)
}
