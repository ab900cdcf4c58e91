import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconCheck } from './icons.ts'
import type { MenuEntry, MenuProps } from './menu.ts'
import { PopupAnchor } from './PopupAnchor.tsx'
import '@mantine/core/styles/Menu.layer.css'

/** The menu of a {@link MenuButton}, rendered when it is first opened. */
export function MenuPopup(props: MenuProps) {
  // Mantine restores the focus only if the menu opens after the mount.
  const isMounted = useMounted()
  const quiet = props.entries.filter((entry) => !entry.isDangerous)
  const dangerous = props.entries.filter((entry) => entry.isDangerous)
  // Mantine would focus the first entry, which fails if it is disabled.
  const first = [...quiet, ...dangerous].find((entry) => !entry.isDisabled)
  const draw = (entry: MenuEntry) => drawEntry(entry, entry === first)
  return (
    <Menu
      id={props.id}
      opened={props.isOpen && isMounted}
      onChange={props.onOpenChange}
      position={props.position ?? 'bottom-end'}
      withInitialFocusPlaceholder={false}
      withinPortal={!props.isInPlace}
      {...(props.widthPx === undefined ? {} : { width: props.widthPx })}
    >
      <Menu.Target>
        <PopupAnchor target={props.target} />
      </Menu.Target>
      <Menu.Dropdown aria-label={props.label} onClick={(event) => event.stopPropagation()}>
        {props.head}
        {props.head && <Menu.Divider />}
        {quiet.map(draw)}
        {quiet.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map(draw)}
      </Menu.Dropdown>
    </Menu>
  )
}

function drawEntry(entry: MenuEntry, isFirst: boolean) {
  const focus = isFirst ? { 'data-autofocus': true } : {}
  if (entry.isTicked !== undefined) {
    return (
      <Menu.CheckboxItem
        key={entry.key}
        checked={entry.isTicked}
        closeMenuOnClick={false}
        onChange={entry.onSelect}
        {...focus}
      >
        {entry.label}
      </Menu.CheckboxItem>
    )
  }
  return (
    <Menu.Item
      key={entry.key}
      leftSection={entry.icon}
      rightSection={entry.isChosen ? <IconCheck size={16} /> : null}
      disabled={entry.isDisabled ?? false}
      onClick={entry.onSelect}
      {...focus}
      {...(entry.lang === undefined ? {} : { lang: entry.lang })}
      {...(entry.isDangerous ? { 'data-dangerous': true } : {})}
    >
      {entry.label}
    </Menu.Item>
  )
}
