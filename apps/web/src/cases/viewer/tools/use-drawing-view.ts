import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Flat, FlatBox } from './flat-outlines.ts'

/** The part of a drawing that is shown. */
export type DrawingView = {
  readonly setElement: (element: SVGSVGElement | null) => void
  readonly viewBox: string
  /** The shown part in millimetres; y points up. */
  readonly box: FlatBox
  /** Millimetres that a CSS pixel covers. */
  readonly pixelMm: number
  readonly zoom: (factor: number, around: Flat) => void
  readonly fit: () => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  /** @returns the place that was clicked; undefined after dragging */
  readonly onPointerUp: (event: PointerEvent) => Flat | undefined
}

type Eye = { readonly middle: Flat; readonly pixelMm: number }

const clickPx = 5
const marginPx = 14
const closestMm = 0.002
const farthestMm = 1

/**
 * Shows a box completely until the user zooms or moves, then keeps what the user has chosen, also while the box changes.
 * @param box undefined without a drawing
 */
export function useDrawingView(box: FlatBox | undefined): DrawingView {
  const [element, setElement] = useState<SVGSVGElement | null>(null)
  const [size, setSize] = useState({ width: 270, height: 220 })
  const [chosen, setChosen] = useState<Eye>()
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  const eye = chosen ?? fitBox(box, size)
  const half = [(size.width / 2) * eye.pixelMm, (size.height / 2) * eye.pixelMm] as const
  const shown: FlatBox = {
    min: [eye.middle[0] - half[0], eye.middle[1] - half[1]],
    max: [eye.middle[0] + half[0], eye.middle[1] + half[1]],
  }
  const latest = useRef({ eye, shown })
  latest.current = { eye, shown }

  const placeOf = useCallback(
    (event: { clientX: number; clientY: number }): Flat => {
      const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {}
      const { eye, shown } = latest.current
      return [
        shown.min[0] + (event.clientX - left) * eye.pixelMm,
        shown.max[1] - (event.clientY - top) * eye.pixelMm,
      ]
    },
    [element],
  )
  const zoom = useCallback((factor: number, around: Flat) => {
    const { eye } = latest.current
    const pixelMm = Math.min(farthestMm, Math.max(closestMm, eye.pixelMm / factor))
    const share = pixelMm / eye.pixelMm
    setChosen({
      pixelMm,
      middle: [
        around[0] + (eye.middle[0] - around[0]) * share,
        around[1] + (eye.middle[1] - around[1]) * share,
      ],
    })
  }, [])
  useEffect(() => {
    // React listens to the wheel passively, so that it can't keep the panel from scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      zoom(1.0015 ** -event.deltaY, placeOf(event))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [element, zoom, placeOf])

  const drag = useRef<{ x: number; y: number; eye: Eye; isMoved: boolean }>(undefined)
  return {
    setElement,
    box: shown,
    pixelMm: eye.pixelMm,
    viewBox: [shown.min[0], -shown.max[1], half[0] * 2, half[1] * 2].join(' '),
    zoom,
    fit: () => setChosen(undefined),
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { x: event.clientX, y: event.clientY, eye: latest.current.eye, isMoved: false }
    },
    onPointerMove: (event) => {
      const start = drag.current
      if (!start) return
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (!start.isMoved && Math.hypot(dx, dy) <= clickPx) return
      start.isMoved = true
      const { pixelMm, middle } = start.eye
      setChosen({ pixelMm, middle: [middle[0] - dx * pixelMm, middle[1] + dy * pixelMm] })
    },
    onPointerUp: (event) => {
      const start = drag.current
      drag.current = undefined
      return start && !start.isMoved ? placeOf(event) : undefined
    },
  }
}

function fitBox(box: FlatBox | undefined, { width, height }: { width: number; height: number }): Eye {
  if (!box) return { middle: [0, 0], pixelMm: 0.1 }
  const { min, max } = box
  const wide = (max[0] - min[0]) / Math.max(1, width - 2 * marginPx)
  const high = (max[1] - min[1]) / Math.max(1, height - 2 * marginPx)
  return {
    middle: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2],
    pixelMm: Math.min(farthestMm, Math.max(closestMm, wide, high)),
  }
}
