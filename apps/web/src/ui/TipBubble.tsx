import { Tooltip } from '@mantine/core'
import type { TipProps } from './Tip.tsx'
import '@mantine/core/styles/Tooltip.layer.css'

/** The bubble of a {@link Tip}, drawn when a pointer came to its element for the first time. */
export function TipBubble({ label, position, target, isOpen, isInPlace }: TipProps) {
  return (
    <Tooltip label={label} position={position} target={target} opened={isOpen} withinPortal={!isInPlace} />
  )
}
