import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/Tooltip.layer.css'

/** What is shown beside which element. */
export type TipProps = {
  readonly label: ReactNode
  readonly position: 'top' | 'right'
  readonly target: HTMLElement
  readonly isOpen: boolean
  /** Lies beside its element in the page's tree: what lies outside is not seen on a whole screen. */
  readonly isInPlace: boolean
}

/** The bubble of a {@link Tip}, drawn when a pointer came to its element for the first time. */
export function TipBubble({ label, position, target, isOpen, isInPlace }: TipProps) {
  return (
    <Tooltip label={label} position={position} target={target} opened={isOpen} withinPortal={!isInPlace} />
  )
}
