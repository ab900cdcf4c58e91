import { isTooth, rangeBetween, type Tooth } from '@pontic/contract'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Held } from './tooth-picking.ts'

const closestPart = (place: EventTarget | null, selector: string) =>
  place instanceof Element ? place.closest<SVGElement>(selector) : null

const toothAt = (place: EventTarget | null): Tooth | undefined => {
  const code = closestPart(place, '[data-tooth]')?.dataset.tooth
  return code !== undefined && isTooth(code) ? code : undefined
}

// The pointer is captured, so its position gives the element below it.
const toothUnder = ({ clientX, clientY }: PointerEvent) =>
  toothAt(document.elementFromPoint(clientX, clientY))

const heldIn = (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): Held => ({
  isAdding: event.ctrlKey || event.metaKey,
  isReaching: event.shiftKey,
})

/** The teeth that a pointer was dragged over. `teeth` is current; the rendered state may be a frame behind. */
function useDragPath() {
  const [drag, setDrag] = useState<Tooth[]>([])
  const start = useRef<Tooth>(undefined)
  const teeth = useRef<Tooth[]>([])
  const show = (path: Tooth[]) => {
    teeth.current = path.length > 1 ? path : []
    setDrag((before) => (before.join() === teeth.current.join() ? before : teeth.current))
  }
  const end = () => {
    start.current = undefined
    show([])
  }
  return { drag, start, teeth, show, end }
}

/**
 * Prevents scrolling by touch that starts on a tooth; elsewhere on the chart it scrolls the page. `touch-action` can't do
 * this, because browsers apply it to the whole SVG only.
 */
export function usePreventedScroll(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const chart = root.current
    const prevent = (event: TouchEvent) => {
      if (toothAt(event.target)) event.preventDefault()
    }
    chart?.addEventListener('touchstart', prevent, { passive: false })
    return () => chart?.removeEventListener('touchstart', prevent)
  }, [root])
}

/**
 * Mouse and touch on a chart: a press on a tooth, or a drag from tooth to tooth along an arch.
 * @returns the dragged teeth, and the handlers of the element around the arches
 */
export function useToothDrag(on: {
  readonly onPress: (tooth: Tooth, held: Held) => void
  readonly onRange: (teeth: Tooth[]) => void
  /** Called for a pressed connector. */
  readonly onPart: ((teeth: Tooth[]) => void) | undefined
}) {
  const { drag, start, teeth, show, end } = useDragPath()
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const tooth = toothAt(event.target)
    if (!tooth || event.button !== 0) return
    start.current = tooth
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const over = start.current && toothUnder(event)
    if (start.current && over) show(rangeBetween(start.current, over))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const [from, path] = [start.current, teeth.current]
    end()
    if (path.length > 1) on.onRange(path)
    else if (from && toothUnder(event) === from) on.onPress(from, heldIn(event))
  }
  const onClick = (event: { detail: number; target: EventTarget }) => {
    const joint = closestPart(event.target, '[data-joint]')?.dataset.joint
    if (joint !== undefined) return on.onPart?.(joint.split(' ').filter(isTooth))
    // A click without a pointer comes from a screen reader.
    const tooth = event.detail === 0 ? toothAt(event.target) : undefined
    if (tooth) on.onPress(tooth, { isAdding: false, isReaching: false })
  }
  return { drag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClick } }
}
