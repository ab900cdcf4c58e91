import { imageRules } from '@pontic/contract'
import { encodePicture } from '../../../ui/crop-image.ts'

/** x and y in pixels of the picture, from its upper left corner. */
export type StrokePoint = readonly [number, number]

/** The pens. Their colours are part of the picture, so they do not follow the theme. Yellow is for dark grounds. */
export const strokeColors = { red: '#E0271F', blue: '#2446D8', yellow: '#FFD21F' } as const
export type StrokeColor = keyof typeof strokeColors

/** Widths of a line as a share of the picture's diagonal. */
export const strokeWidths = { thin: 1 / 320, thick: 1 / 110 } as const
export type StrokeWidth = keyof typeof strokeWidths

/** A line that was drawn without lifting the pen. */
export type Stroke = {
  readonly color: StrokeColor
  readonly width: StrokeWidth
  readonly points: readonly StrokePoint[]
}

/** Returns the width of a line in pixels of a picture. */
export const strokePx = (width: StrokeWidth, picture: { width: number; height: number }): number =>
  strokeWidths[width] * Math.hypot(picture.width, picture.height)

const round = (value: number) => Math.round(value * 10) / 10

/**
 * Returns a line through points as data of an SVG path, which a canvas can draw too. Curves through the middles of neighbouring
 * points hide the corners of a quick hand. A single point is a dot.
 */
export function toStrokePath(points: readonly StrokePoint[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const start = `M${round(first[0])} ${round(first[1])}`
  const last = rest.at(-1)
  // A canvas draws no line of length zero, not even its round ends.
  if (!last) return `${start}l0.01 0`
  const curves = rest.slice(0, -1).map(([x, y], at) => {
    const next = rest[at + 1]!
    return `Q${round(x)} ${round(y)} ${round((x + next[0]) / 2)} ${round((y + next[1]) / 2)}`
  })
  return `${start}${curves.join('')}L${round(last[0])} ${round(last[1])}`
}

/**
 * Draws strokes on a copy of a picture, for a message.
 * @returns a PNG within the size of pictures in messages, or a JPEG if the PNG has more bytes than the portal accepts
 * @throws Error if the browser can't draw or encode the picture
 */
export function toMessagePicture(picture: HTMLCanvasElement, strokes: readonly Stroke[]): Promise<Blob> {
  const { widthPx, heightPx } = imageRules.message
  const scale = Math.min(1, widthPx / picture.width, heightPx / picture.height)
  return encodePicture(drawStrokes(picture, strokes, scale), true)
}

/**
 * Draws strokes on a copy of a picture in its resolution, for a file.
 * @returns a PNG
 * @throws Error if the browser can't draw or encode the picture
 */
export async function toSavedPicture(picture: HTMLCanvasElement, strokes: readonly Stroke[]): Promise<Blob> {
  const drawn = drawStrokes(picture, strokes, 1)
  const blob = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be encoded.')
  return blob
}

function drawStrokes(
  picture: HTMLCanvasElement,
  strokes: readonly Stroke[],
  scale: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser provides no 2D canvas context.')
  context.imageSmoothingQuality = 'high'
  context.scale(scale, scale)
  context.drawImage(picture, 0, 0)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { color, width, points } of strokes) {
    context.strokeStyle = strokeColors[color]
    context.lineWidth = strokePx(width, picture)
    context.stroke(new Path2D(toStrokePath(points)))
  }
  return canvas
}
