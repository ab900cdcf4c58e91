import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { Tip } from '../../ui/Tip.tsx'

/** An icon button with its name as accessible label and tip. */
export function TipButton({
  label,
  ...button
}: ActionIconProps & {
  label: string
  children: ReactNode
  onClick?: () => void
  renderRoot?: (root: Record<string, unknown>) => ReactElement
}) {
  return <Tip label={label}>{(target) => <ActionIcon {...target} aria-label={label} {...button} />}</Tip>
}
