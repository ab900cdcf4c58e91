import type { ScanScene } from '@pontic/viewer/scene'
import { useEffect, useRef } from 'react'
import css from './Tools.module.css'

/** A pixel of the canvas in CSS pixels, and whether Alt was held, which turns snapping off. */
export type InputPixel = { readonly x: number; readonly y: number; readonly isFree: boolean }

export type PointInput = {
  /** The user has clicked, tapped, or pressed Enter at the crosshair. */
  readonly onPoint: (pixel: InputPixel) => void
  /** The pointer or the crosshair has moved; undefined when it has left the canvas. Called once per frame at most. */
  readonly onMove?: ((pixel: InputPixel | undefined) => void) | undefined
  /** Backspace or Delete. @returns whether there was something to remove */
  readonly onRemove?: (() => boolean) | undefined
  /** Escape. @returns false if nothing was left to cancel, so that the tool is closed */
  readonly onCancel?: (() => boolean) | undefined
  /** A double click, or Enter at the same place as before. */
  readonly onFinish?: (() => void) | undefined
}

/** A pointer that moves farther while it is pressed turns the model. */
const clickPx = 5
const stepPx = 12
const stepDeg = 10
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Lets the user point at the scans. Mouse and touch: a click or tap. Keyboard, while the canvas has the focus: the arrow keys
 * move a crosshair (with Shift by a pixel), Enter sets a point, Alt and the arrow keys turn the model.
 * @param stage element that covers the canvas, in which the crosshair is drawn
 */
export function usePointInput(
  { scene, canvas, stage }: { scene: ScanScene; canvas: HTMLCanvasElement; stage: HTMLElement },
  input: PointInput,
): void {
  const latest = useRef(input)
  latest.current = input
  useEffect(() => listenToPoints({ scene, canvas, stage }, latest), [scene, canvas, stage])
}

type Place = { scene: ScanScene; canvas: HTMLCanvasElement; stage: HTMLElement }

function listenToPoints(place: Place, latest: { readonly current: PointInput }): () => void {
  const { canvas } = place
  const ending = new AbortController()
  const { signal } = ending
  const crosshair = createCrosshair(place.stage)
  const reportMove = perFrame((pixel: InputPixel | undefined) => latest.current.onMove?.(pixel), signal)
  const pixelOf = (event: MouseEvent): InputPixel => {
    const { left, top } = canvas.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top, isFree: event.altKey }
  }
  let start: { id: number; x: number; y: number } | undefined

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      crosshair.hide()
      // A second finger zooms.
      start =
        event.button === 0 && event.isPrimary
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : undefined
    },
    { signal },
  )
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const isClick =
        start?.id === event.pointerId &&
        Math.hypot(event.clientX - start.x, event.clientY - start.y) <= clickPx
      start = undefined
      if (isClick) latest.current.onPoint(pixelOf(event))
    },
    { signal },
  )
  canvas.addEventListener('dblclick', () => latest.current.onFinish?.(), { signal })
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return
      crosshair.hide()
      reportMove(pixelOf(event))
    },
    { signal },
  )
  canvas.addEventListener('pointerleave', () => reportMove(undefined), { signal })
  // In the capture phase, before the scene turns the model by the arrow keys.
  const options = { signal, capture: true }
  canvas.addEventListener(
    'keydown',
    (event) => handleKey(event, place, { crosshair, latest, reportMove }),
    options,
  )
  canvas.addEventListener('blur', () => crosshair.hide(), { signal })
  place.scene.setPivotClicks(false)
  return () => {
    place.scene.setPivotClicks(true)
    ending.abort()
    crosshair.remove()
  }
}

type KeyContext = {
  crosshair: Crosshair
  latest: { readonly current: PointInput }
  reportMove: (pixel: InputPixel | undefined) => void
}

function handleKey(
  event: KeyboardEvent,
  { scene, canvas }: Place,
  { crosshair, latest, reportMove }: KeyContext,
) {
  if (event.ctrlKey || event.metaKey) return
  const arrow = arrows[event.key]
  const take = () => {
    event.preventDefault()
    event.stopPropagation()
  }
  if (arrow && event.altKey) {
    take()
    scene.orbitBy(arrow[0] * stepDeg, -arrow[1] * stepDeg)
  } else if (arrow) {
    take()
    const step = event.shiftKey ? 1 : stepPx
    const { clientWidth, clientHeight } = canvas
    const from = crosshair.place() ?? { x: clientWidth / 2, y: clientHeight / 2 }
    const x = Math.min(clientWidth - 1, Math.max(0, from.x + arrow[0] * step))
    const y = Math.min(clientHeight - 1, Math.max(0, from.y + arrow[1] * step))
    crosshair.move(x, y)
    reportMove({ x, y, isFree: false })
  } else if (event.key === 'Enter') {
    take()
    const place = crosshair.place()
    if (event.shiftKey) latest.current.onFinish?.()
    else if (place) latest.current.onPoint({ ...place, isFree: false })
    else crosshair.move(canvas.clientWidth / 2, canvas.clientHeight / 2)
  } else if (event.key === 'Escape') {
    if (latest.current.onCancel?.()) take()
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    if (latest.current.onRemove?.()) take()
  }
}

type Crosshair = {
  /** Returns its pixel; undefined while it is hidden. */
  place: () => { x: number; y: number } | undefined
  move: (x: number, y: number) => void
  hide: () => void
  remove: () => void
}

function createCrosshair(stage: HTMLElement): Crosshair {
  const cross = document.createElement('div')
  cross.className = css.crosshair ?? ''
  cross.hidden = true
  cross.ariaHidden = 'true'
  stage.append(cross)
  let place: { x: number; y: number } | undefined
  return {
    place: () => place,
    move: (x, y) => {
      place = { x, y }
      cross.hidden = false
      cross.style.transform = `translate(${x}px, ${y}px)`
    },
    hide: () => {
      place = undefined
      cross.hidden = true
    },
    remove: () => cross.remove(),
  }
}

/** Calls a function once per frame, with the latest value. */
function perFrame<Value>(run: (value: Value) => void, signal: AbortSignal): (value: Value) => void {
  let latest: Value
  let request: number | undefined
  signal.addEventListener('abort', () => {
    if (request !== undefined) cancelAnimationFrame(request)
  })
  return (value) => {
    latest = value
    request ??= requestAnimationFrame(() => {
      request = undefined
      run(latest)
    })
  }
}
