import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'
import { followLink } from '../frame/address.ts'

type Target = {
  /** Path with query and fragment. */
  to: string
  onClick?: (() => void) | undefined
}
type LinkProps = Target & Omit<ComponentProps<'a'>, 'href' | 'onClick'>

/** Follows the link without loading the page again, unless the user wants a new tab or window. */
const toAnchor = ({ to, onClick }: Target) => ({
  href: to,
  onClick: (event: MouseEvent) => {
    onClick?.()
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    followLink(to)
  },
})

/** A link to a screen, for public pages, which work without the router. */
export const PublicLink = ({ to, onClick, ...props }: LinkProps) => (
  <a {...props} {...toAnchor({ to, onClick })} />
)

/** A link to a screen that looks like a button, for public pages. */
export const PublicLinkButton = ({
  to,
  onClick,
  ...props
}: ButtonProps & Omit<LinkProps, keyof ButtonProps>) => (
  <Button {...props} component="a" {...toAnchor({ to, onClick })} />
)
