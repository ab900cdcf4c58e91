import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** One entry of a menu. `onSelect` runs after the menu has closed. */
export type MenuAction = {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

/**
 * The menu of a row (or of a page): a dots button that opens the actions.
 * @param label what the button is called, with the row's name in it ("Actions for case C26-7F3K9Q")
 * @param target another button instead of the dots; must take a ref
 */
export function RowMenu(props: { label: string; actions: readonly MenuAction[]; target?: ReactNode }) {
  if (props.actions.length === 0) return null
  const quiet = props.actions.filter((action) => !action.isDangerous)
  const dangerous = props.actions.filter((action) => action.isDangerous)
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {props.target ?? (
          <ActionIcon aria-label={props.label} onClick={(event) => event.stopPropagation()}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={props.label} onClick={(event) => event.stopPropagation()}>
        {quiet.map(drawItem)}
        {quiet.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map(drawItem)}
      </Menu.Dropdown>
    </Menu>
  )
}

function drawItem(action: MenuAction) {
  return (
    <Menu.Item
      key={action.key}
      leftSection={action.icon}
      disabled={action.isDisabled ?? false}
      onClick={action.onSelect}
      {...(action.isDangerous ? { 'data-dangerous': true } : {})}
    >
      {action.label}
    </Menu.Item>
  )
}
