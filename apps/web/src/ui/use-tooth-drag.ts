import { isTooth, rangeBetween, type Tooth } from '@pontic/contract'
import { type PointerEvent, useRef, useState } from 'react'
import type { Held } from './tooth-picking.ts'

const toothAt = (place: Element | null): Tooth | undefined => {
  const code = place?.closest<SVGElement>('[data-tooth]')?.dataset.tooth
  return code !== undefined && isTooth(code) ? code : undefined
}

const heldIn = (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): Held => ({
  isAdding: event.ctrlKey || event.metaKey,
  isReaching: event.shiftKey,
})

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
  const [drag, setDrag] = useState<Tooth[]>([])
  const start = useRef<Tooth>(undefined)
  // What the last move was over; the state may be a frame behind.
  const range = useRef<Tooth[]>([])
  const show = (teeth: Tooth[]) => {
    range.current = teeth
    setDrag((before) => (before.join() === teeth.join() ? before : teeth))
  }
  const end = () => {
    start.current = undefined
    show([])
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const tooth = toothAt(event.target as Element)
    if (!tooth || event.button !== 0) return
    start.current = tooth
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return
    const over = toothAt(document.elementFromPoint(event.clientX, event.clientY))
    if (!over) return
    const teeth = rangeBetween(start.current, over)
    show(teeth.length > 1 ? teeth : [])
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const [from, teeth] = [start.current, range.current]
    end()
    if (!from) return
    if (teeth.length > 1) does.onRange(teeth)
    else if (toothAt(document.elementFromPoint(event.clientX, event.clientY)) === from)
      does.onPress(from, heldIn(event))
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
