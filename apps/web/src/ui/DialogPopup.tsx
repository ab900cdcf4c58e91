import { Popover, type PopoverProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { PopupAnchor } from './PopupAnchor.tsx'
import type { PopupFrame } from './use-popup.ts'

/** A small dialog anchored to its button (`usePopup` with `dialog`). It traps the focus. A click outside closes it. */
export function DialogPopup(
  props: Pick<PopupFrame, 'id' | 'target' | 'isOpen' | 'onOpenChange'> & {
    label: string
    position: NonNullable<PopoverProps['position']>
    width?: string
    className?: string | undefined
    children: ReactNode
  },
) {
  // Mantine restores the focus only if the dialog opens after the mount.
  const isMounted = useMounted()
  return (
    <Popover
      id={props.id}
      opened={props.isOpen && isMounted}
      onChange={props.onOpenChange}
      position={props.position}
      {...(props.width ? { width: props.width } : {})}
      trapFocus
      returnFocus
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <Popover.Target>
        <PopupAnchor target={props.target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label} {...(props.className ? { className: props.className } : {})}>
        {props.children}
      </Popover.Dropdown>
    </Popover>
  )
}
