import { type ColorScale, colorAt, placeOf } from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { useEffect, useRef } from 'react'
import { tokens } from '../../../frame/theme.ts'

/** The legend of a map: texts at shares of its width. */
export type PictureLegend = {
  readonly scale: ColorScale
  readonly marks: readonly { readonly at: number; readonly text: string }[]
}

const textPx = 12
const edgePx = 12
const bar = { width: 200, height: 12 }

const fontOf = () => `500 ${textPx}px ${getComputedStyle(document.body).fontFamily}`

function drawPlate(
  context: CanvasRenderingContext2D,
  scene: ScanScene,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { surface, line, text } = tokens[scene.getState().theme]
  context.fillStyle = surface
  context.strokeStyle = line
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, 4)
  context.fill()
  context.stroke()
  context.fillStyle = text
  context.font = fontOf()
  context.textBaseline = 'middle'
}

/** Draws the legend of a map into the upper right corner of saved pictures. @param legend undefined draws none */
export function usePictureLegend(
  scene: ScanScene | undefined,
  canvas: HTMLCanvasElement,
  legend: PictureLegend,
): void {
  const latest = useRef(legend)
  latest.current = legend
  useEffect(
    () => scene?.onCapture((context) => drawLegend(context, scene, canvas.clientWidth, latest.current)),
    [scene, canvas],
  )
}

function drawLegend(
  context: CanvasRenderingContext2D,
  scene: ScanScene,
  widthPx: number,
  { scale, marks }: PictureLegend,
): void {
  const paddingPx = 22
  const width = bar.width + 2 * paddingPx
  const x = Math.max(0, widthPx - width - edgePx)
  drawPlate(context, scene, { x, y: edgePx, width, height: 46 })
  const [left, top] = [x + paddingPx, edgePx + 8]
  const [low, high] = [scale.stops[0]!.at, scale.stops.at(-1)!.at]
  const ground = context.fillStyle
  for (let pixel = 0; pixel < bar.width; pixel += 1) {
    const { color, coverage } = colorAt(low + ((pixel + 0.5) / bar.width) * (high - low), scale)
    context.fillStyle = `rgb(${color.join(' ')} / ${coverage})`
    context.fillRect(left + pixel, top, 1, bar.height)
  }
  context.strokeStyle = tokens[scene.getState().theme].control
  context.strokeRect(left, top, bar.width, bar.height)
  context.fillStyle = ground
  context.textAlign = 'center'
  for (const { at, text } of marks) context.fillText(text, left + at * bar.width, top + bar.height + 12)
}

/** Returns the labelled values of a legend. @param textOf formats a value */
export const legendMarks = (scale: ColorScale, textOf: (value: number) => string): PictureLegend['marks'] =>
  scale.marks.map((mark, index) => {
    const text = textOf(mark)
    return { at: placeOf(mark, scale), text: index === scale.marks.length - 1 ? `${text} mm` : text }
  })

const notes = new WeakMap<ScanScene, string[]>()

/**
 * Writes a note into the upper left corner of saved pictures, such as that a scan was moved. Several notes are below each other.
 * @param text undefined writes nothing
 */
export function usePictureNote(scene: ScanScene, text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return
    notes.set(scene, [...(notes.get(scene) ?? []), text])
    const end = scene.onCapture((context) => {
      const row = notes.get(scene)?.indexOf(text) ?? 0
      context.font = fontOf()
      const width = context.measureText(text).width + 16
      const y = edgePx + row * 28
      drawPlate(context, scene, { x: edgePx, y, width, height: 24 })
      context.textAlign = 'left'
      context.fillText(text, edgePx + 8, y + 12.5)
    })
    return () => {
      end()
      const left = notes.get(scene) ?? []
      notes.set(scene, left.toSpliced(left.indexOf(text), 1))
    }
  }, [scene, text])
}

/** Writes the names of two pictures side by side into saved pictures. @param names one for each picture */
export function usePictureNames(scene: ScanScene, canvas: HTMLCanvasElement, names: readonly string[]): void {
  const latest = useRef(names)
  latest.current = names
  useEffect(
    () =>
      scene.onCapture((context) => {
        latest.current.forEach((name, at, { length }) => {
          context.font = fontOf()
          const width = context.measureText(name).width + 16
          const x = (at * canvas.clientWidth) / length + edgePx
          // Below the notes.
          drawPlate(context, scene, { x, y: edgePx + 28, width, height: 24 })
          context.textAlign = 'left'
          context.fillText(name, x + 8, edgePx + 40.5)
        })
      }),
    [scene, canvas],
  )
}
