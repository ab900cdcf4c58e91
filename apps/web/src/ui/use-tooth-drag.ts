import { isTooth, rangeBetween, type Tooth } from '@pontic/contract'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Held } from './tooth-picking.ts'

const toothAt = (place: Element | null): Tooth | undefined => {
  const code = place?.closest<SVGElement>('[data-tooth]')?.dataset.tooth
  return code !== undefined && isTooth(code) ? code : undefined
}

// The pointer is captured: what it is over is asked for by its place.
const toothUnder = ({ clientX, clientY }: PointerEvent) =>
  toothAt(document.elementFromPoint(clientX, clientY))

const heldIn = (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): Held => ({
  isAdding: event.ctrlKey || event.metaKey,
  isReaching: event.shiftKey,
})

/** The way of a pointer from tooth to tooth. The last move counts; the state that is drawn may be a frame behind. */
function useWay() {
  const [drag, setDrag] = useState<Tooth[]>([])
  const start = useRef<Tooth>(undefined)
  const teeth = useRef<Tooth[]>([])
  const show = (way: Tooth[]) => {
    teeth.current = way.length > 1 ? way : []
    setDrag((before) => (before.join() === teeth.current.join() ? before : teeth.current))
  }
  const end = () => {
    start.current = undefined
    show([])
  }
  return { drag, start, teeth, show, end }
}

/**
 * A finger that begins on a tooth joins teeth, beside them it scrolls the page. `touch-action` can't say so: browsers heed
 * it for a drawing as a whole only.
 */
export function useHeldScroll(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const chart = root.current
    const hold = (event: TouchEvent) => {
      if (toothAt(event.target as Element)) event.preventDefault()
    }
    chart?.addEventListener('touchstart', hold, { passive: false })
    return () => chart?.removeEventListener('touchstart', hold)
  }, [root])
}

/**
 * Mouse and fingers on a chart: a press on a tooth, or a way from tooth to tooth along an arch.
 * @returns the teeth under way, and the handlers of the element around the arches
 */
export function useToothDrag(does: {
  readonly onPress: (tooth: Tooth, held: Held) => void
  readonly onRange: (teeth: Tooth[]) => void
  /** Of a connector that was pressed. The button below the chart and the key j do it too. */
  readonly onPart: ((teeth: Tooth[]) => void) | undefined
}) {
  const { drag, start, teeth, show, end } = useWay()
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const tooth = toothAt(event.target as Element)
    if (!tooth || event.button !== 0) return
    start.current = tooth
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const over = start.current && toothUnder(event)
    if (start.current && over) show(rangeBetween(start.current, over))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const [from, way] = [start.current, teeth.current]
    end()
    if (way.length > 1) does.onRange(way)
    else if (from && toothUnder(event) === from) does.onPress(from, heldIn(event))
  }
  const onClick = (event: { detail: number; target: EventTarget }) => {
    const joint = (event.target as Element).closest<SVGElement>('[data-joint]')?.dataset.joint
    if (joint !== undefined) return does.onPart?.(joint.split(' ').filter(isTooth))
    // A press that no pointer made: by a screen reader.
    const tooth = event.detail === 0 ? toothAt(event.target as Element) : undefined
    if (tooth) does.onPress(tooth, { isAdding: false, isReaching: false })
  }
  return { drag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClick } }
}
