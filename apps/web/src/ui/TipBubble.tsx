import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/Tooltip.layer.css'

/** Props of the tooltip. */
export type TipProps = {
  readonly label: ReactNode
  readonly position: 'top' | 'right'
  readonly target: HTMLElement
  readonly isOpen: boolean
  /** Renders the tooltip next to its element instead of in a portal, which full-screen elements would hide. */
  readonly isInPlace: boolean
}

/** The tooltip of a {@link Tip}. It is rendered after a mouse pointer has entered the element. */
export function TipBubble({ label, position, target, isOpen, isInPlace }: TipProps) {
  return (
    <Tooltip label={label} position={position} target={target} opened={isOpen} withinPortal={!isInPlace} />
  )
}
