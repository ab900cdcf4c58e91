import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { IconProps } from '../../ui/icon.tsx'
import { Tip } from '../../ui/Tip.tsx'

/** An icon button with its name as tooltip and accessible name. */
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

/** A small text button with an icon. */
export function SmallButton({
  icon: Icon,
  ...button
}: ButtonProps & {
  icon: ComponentType<IconProps>
  onClick: () => void
  children: ReactNode
}) {
  return <Button size="xs" variant="subtle" leftSection={<Icon size={16} />} {...button} />
}
