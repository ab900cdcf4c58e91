import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createLazyPart, prefetch } from './lazy-part.ts'
import type { TipProps } from './TipBubble.tsx'

/** Props of the element that has a tooltip. */
export type TipTarget = {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave: () => void
}

const bubble = createLazyPart<TipProps>(() => import('./TipBubble.tsx').then((file) => file.TipBubble))

// A pointer that only passes over the element does not open the tooltip.
const restMs = 350

/**
 * Shows a tooltip while a mouse rests on an element. Escape closes it. The element needs its own accessible name.
 * @param props.isOff true disables the tooltip, if its text is visible anyway
 * @param props.isInPlace see {@link TipProps}; default false
 * @param props.children renders the element with the given props
 */
export function Tip(props: {
  label: ReactNode
  position?: TipProps['position']
  isOff?: boolean
  isInPlace?: boolean
  children: (target: TipTarget) => ReactNode
}) {
  const [target, setTarget] = useState<HTMLElement>()
  const [isOpen, setOpen] = useState(false)
  const resting = useRef(0)
  const Bubble = bubble.usePart()
  const close = () => {
    clearTimeout(resting.current)
    setOpen(false)
  }
  const onPointerEnter = (event: PointerEvent<HTMLElement>) => {
    if (props.isOff || event.pointerType !== 'mouse') return
    prefetch(bubble)
    setTarget(event.currentTarget)
    resting.current = window.setTimeout(() => setOpen(true), restMs)
  }
  useEffect(() => () => clearTimeout(resting.current), [])
  useEscape(isOpen, close)
  return (
    <>
      {props.children({ onPointerEnter, onPointerLeave: close })}
      {Bubble && target && (
        <Bubble
          label={props.label}
          position={props.position ?? 'top'}
          target={target}
          isOpen={isOpen && !props.isOff}
          isInPlace={props.isInPlace ?? false}
        />
      )}
    </>
  )
}

function useEscape(isActive: boolean, onPress: () => void) {
  useEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onPress()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
