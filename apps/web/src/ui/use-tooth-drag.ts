import { isTooth, rangeBetween, type Tooth } from '@pontic/contract'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Modifiers } from './tooth-picking.ts'

const closestElement = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<SVGElement>(selector) : null

const toothAt = (target: EventTarget | null): Tooth | undefined => {
  const code = closestElement(target, '[data-tooth]')?.dataset.tooth
  return code !== undefined && isTooth(code) ? code : undefined
}

// The target of a captured pointer is always the chart, so the element is looked up by the pointer's position.
const toothUnder = ({ clientX, clientY }: PointerEvent) =>
  toothAt(document.elementFromPoint(clientX, clientY))

const modifiersOf = (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): Modifiers => ({
  isAdding: event.ctrlKey || event.metaKey,
  isRange: event.shiftKey,
})

/** State of a drag. `drag` is the path of teeth at the last render. `teeth` is a ref with the current path. */
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
 * Prevents scrolling by a touch that starts on a tooth. A touch elsewhere on the chart scrolls the page. `touch-action` can't
 * do this, because browsers apply it only to the complete SVG.
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
 * Handles mouse and touch on a chart: a press on a tooth, or a drag from tooth to tooth along an arch.
 * @returns `drag`: the dragged teeth; `handlers`: handlers of the element around the arches
 */
export function useToothDrag(on: {
  readonly onPress: (tooth: Tooth, modifiers: Modifiers) => void
  readonly onRange: (teeth: Tooth[]) => void
  /** Called with the two teeth of a clicked joint. */
  readonly onSeparate: ((teeth: Tooth[]) => void) | undefined
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
    else if (from && toothUnder(event) === from) on.onPress(from, modifiersOf(event))
  }
  const onClick = (event: { detail: number; target: EventTarget }) => {
    const joint = closestElement(event.target, '[data-joint]')?.dataset.joint
    if (joint !== undefined) return on.onSeparate?.(joint.split(' ').filter(isTooth))
    // A click without a pointer comes from a screen reader.
    const tooth = event.detail === 0 ? toothAt(event.target) : undefined
    if (tooth) on.onPress(tooth, { isAdding: false, isRange: false })
  }
  return { drag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClick } }
}
