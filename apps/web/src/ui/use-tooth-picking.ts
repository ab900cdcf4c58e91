import { type Arch, archOf, archRow, type Dentition, isPrimary, isTooth, type Tooth } from '@pontic/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { bridgesOf, type Choosing, choose, type Held, type Joint, stepFrom } from './tooth-picking.ts'
import { usePreventedScroll, useToothDrag } from './use-tooth-drag.ts'

type Picking = {
  readonly arches: readonly Arch[]
  readonly dentition: Dentition
  readonly joints: readonly Joint[]
  readonly selected: readonly Tooth[]
  readonly choosing?: Choosing
  readonly onSelect: (teeth: Tooth[]) => void
  readonly onJoin?: (teeth: Tooth[]) => void
  readonly onPart?: (teeth: Tooth[]) => void
}

/**
 * Focus, keys and pointers of a chart.
 * @returns `active`: the tooth in the tab order; `drag`: the dragged teeth; handlers of the element `root`
 */
export function useToothPicking(picking: Picking) {
  const { arches, selected, onSelect, choosing = 'replace', onJoin } = picking
  const { root, active, focus, onFocus } = useToothFocus(picking)
  // Start of a range with Shift.
  const anchor = useRef<Tooth>(undefined)
  const press = (tooth: Tooth, held: Held) => {
    onSelect(choose(selected, tooth, choosing, held, anchor.current))
    if (!held.isReaching) anchor.current = tooth
    focus(tooth)
  }
  const onRange = (teeth: Tooth[]) => {
    if (teeth[0]) focus(teeth[0])
    onSelect(choosing === 'toggle' ? [...new Set([...selected, ...teeth])] : teeth)
    onJoin?.(teeth)
  }
  const move = (tooth: Tooth, isReaching: boolean) => {
    if (!isReaching) anchor.current = tooth
    else onSelect(choose(selected, tooth, choosing, { isAdding: false, isReaching }, anchor.current))
    focus(tooth)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return
    const [next, isReaching] = [stepFrom(active, event.key, arches), event.shiftKey]
    if (next) {
      anchor.current ??= active
      move(next, isReaching)
    } else if (event.key === ' ') press(active, { isAdding: true, isReaching })
    else if (event.key === 'Enter') press(active, { isAdding: false, isReaching })
    else if (event.key.toLowerCase() === 'j') toggleBridge(picking, active)
    else if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
  }
  usePreventedScroll(root)
  const { drag, handlers } = useToothDrag({ onPress: press, onRange, onPart: picking.onPart })
  return { root, active, drag, handlers, onKeyDown, onFocus }
}

function toggleBridge({ selected, joints, onJoin, onPart }: Picking, tooth: Tooth) {
  const bridge = bridgesOf(selected, joints).find(({ teeth }) => teeth.includes(tooth))
  if (bridge) (bridge.isJoined ? onPart : onJoin)?.(bridge.teeth)
}

/** One tooth is in the tab order: the last used one, else the first selected one, else the first. */
function useToothFocus({ arches, dentition, selected }: Picking) {
  const root = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<Tooth>()
  // Focused after the next render.
  const wanted = useRef<Tooth>(undefined)
  useEffect(() => {
    if (wanted.current) root.current?.querySelector<SVGElement>(`[data-tooth="${wanted.current}"]`)?.focus()
    wanted.current = undefined
  })
  const isShown = (tooth: Tooth) =>
    arches.includes(archOf(tooth)) && isPrimary(tooth) === (dentition === 'primary')
  const first = archRow(arches[0] ?? 'upper', dentition)[0]
  const active = [last, ...selected].find((tooth) => tooth !== undefined && isShown(tooth)) ?? first
  const focus = (tooth: Tooth) => {
    wanted.current = tooth
    setLast(tooth)
  }
  const onFocus = (event: { target: Element }) => {
    const tooth = event.target.closest<SVGElement>('[data-tooth]')?.dataset.tooth
    if (tooth && isTooth(tooth)) setLast(tooth)
  }
  return { root, active, focus, onFocus }
}
