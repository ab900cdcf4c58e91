import { type Arch, archOf, archRow, type Dentition, isPrimary, isTooth, type Tooth } from '@pontic/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  bridgesOf,
  type Joint,
  type Modifiers,
  type SelectionMode,
  selectTooth,
  stepFrom,
} from './tooth-picking.ts'
import { usePreventedScroll, useToothDrag } from './use-tooth-drag.ts'

type Picking = {
  readonly arches: readonly Arch[]
  readonly dentition: Dentition
  readonly joints: readonly Joint[]
  readonly selected: readonly Tooth[]
  readonly selectionMode?: SelectionMode
  readonly onSelect: (teeth: Tooth[]) => void
  readonly onJoin?: (teeth: Tooth[]) => void
  readonly onSeparate?: (teeth: Tooth[]) => void
}

/**
 * Handles focus, keys and pointers of a chart.
 * @returns `active`: the tooth in the tab order; `drag`: the dragged teeth; `root`: ref of the chart's element. The handlers
 * belong to the same element.
 */
export function useToothPicking(picking: Picking) {
  const { arches, selected, onSelect, selectionMode: mode = 'replace', onJoin } = picking
  const { root, active, focus, onFocus } = useToothFocus(picking)
  // The tooth where a range with Shift starts.
  const anchor = useRef<Tooth>(undefined)
  const press = (tooth: Tooth, modifiers: Modifiers) => {
    onSelect(selectTooth(selected, tooth, mode, modifiers, anchor.current))
    if (!modifiers.isRange) anchor.current = tooth
    focus(tooth)
  }
  const onRange = (teeth: Tooth[]) => {
    if (teeth[0]) focus(teeth[0])
    onSelect(mode === 'toggle' ? [...new Set([...selected, ...teeth])] : teeth)
    onJoin?.(teeth)
  }
  const move = (tooth: Tooth, isRange: boolean) => {
    if (!isRange) anchor.current = tooth
    else onSelect(selectTooth(selected, tooth, mode, { isAdding: false, isRange }, anchor.current))
    focus(tooth)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return
    const [next, isRange] = [stepFrom(active, event.key, arches), event.shiftKey]
    if (next) {
      anchor.current ??= active
      move(next, isRange)
    } else if (event.key === ' ') press(active, { isAdding: true, isRange })
    else if (event.key === 'Enter') press(active, { isAdding: false, isRange })
    else if (event.key.toLowerCase() === 'j') toggleBridge(picking, active)
    else if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
  }
  usePreventedScroll(root)
  const { drag, handlers } = useToothDrag({ onPress: press, onRange, onSeparate: picking.onSeparate })
  return { root, active, drag, handlers, onKeyDown, onFocus }
}

function toggleBridge({ selected, joints, onJoin, onSeparate }: Picking, tooth: Tooth) {
  const bridge = bridgesOf(selected, joints).find(({ teeth }) => teeth.includes(tooth))
  if (bridge) (bridge.isJoined ? onSeparate : onJoin)?.(bridge.teeth)
}

/** Puts one shown tooth into the tab order: the last used tooth, else the first selected tooth, else the first tooth. */
function useToothFocus({ arches, dentition, selected }: Picking) {
  const root = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<Tooth>()
  // The tooth that gets the focus after the next render.
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
