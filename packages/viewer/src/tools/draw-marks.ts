/** The colours of marks, in the theme of the page. */
export type MarkColors = { accent: string; ground: string; plate: string; text: string; line: string }

/** Reads the colours from the style of an element. */
export function readMarkColors(element: Element): MarkColors {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--p-${name}`).trim()
  return {
    accent: read('accent'),
    ground: read('background'),
    plate: read('surface'),
    text: read('text'),
    line: read('line'),
  }
}

/** A mark in pixels: its lines and the line to its label as data of SVG paths, its dots and its label. */
export type PaintedMark = {
  lines: readonly string[]
  leader: string
  dots: readonly { x: number; y: number }[]
  label?: { left: number; top: number; width: number; height: number; text: string }
  colors: MarkColors
}

const dotPx = 4.5
const textPx = 12

/** Draws a mark as `MarkLayer` shows it. A picture has no selection, so all marks look the same. */
export function drawMark(
  context: CanvasRenderingContext2D,
  { lines, leader, dots, label, colors }: PaintedMark,
): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  const stroke = (path: string, color: string, widthPx: number) => {
    context.strokeStyle = color
    context.lineWidth = widthPx
    context.stroke(new Path2D(path))
  }
  // The outline keeps a line visible over a scan of any colour.
  for (const line of lines) stroke(line, colors.ground, 4)
  for (const line of lines) stroke(line, colors.accent, 1.75)
  if (leader) stroke(leader, colors.text, 1)
  for (const { x, y } of dots) {
    context.beginPath()
    context.arc(x, y, dotPx, 0, 2 * Math.PI)
    context.fillStyle = colors.accent
    context.fill()
    context.strokeStyle = colors.ground
    context.lineWidth = 1.5
    context.stroke()
  }
  if (!label?.text) return
  const { left, top, width, height, text } = label
  context.fillStyle = colors.plate
  context.strokeStyle = colors.line
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(left, top, width, height, 4)
  context.fill()
  context.stroke()
  context.fillStyle = colors.text
  context.font = `500 ${textPx}px ${getComputedStyle(document.body).fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, left + width / 2, top + height / 2 + 0.5)
}
