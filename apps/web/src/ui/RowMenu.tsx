import { IconDots } from './icons.ts'
import { MenuButton, type MenuSource } from './MenuButton.tsx'
import type { MenuEntry } from './menu.ts'
import { RowIconButton } from './RowButton.tsx'

/** The menu of a row. It renders nothing if the list of actions is empty. @param props.label name of the button: "Actions for case C26-7F3K9Q" */
export function RowMenu(props: { label: string; actions: readonly MenuEntry[] | MenuSource }) {
  if (props.actions.length === 0) return null
  return (
    <MenuButton label={props.label} entries={props.actions}>
      {(button) => (
        <RowIconButton {...button} label={props.label}>
          <IconDots />
        </RowIconButton>
      )}
    </MenuButton>
  )
}
