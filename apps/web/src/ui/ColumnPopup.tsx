import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTexts } from '../i18n.tsx'
import type { ListColumn } from './DataTable.tsx'
import { PopupAnchor } from './PopupAnchor.tsx'
import { type ColumnChoice, pickColumns, usualColumns } from './use-column-choice.ts'
import type { PopupFrame } from './use-popup.ts'
import './ColumnPopup.css'

/** What the chooser is given: all columns of the list, and which of them are shown. */
export type ColumnPopupProps = {
  readonly columns: readonly ListColumn<never>[]
  readonly choice: ColumnChoice
}

/** The columns of a list: boxes that show or hide each, and buttons that move it to the left or to the right. */
export function ColumnPopup(props: ColumnPopupProps & PopupFrame) {
  const t = useTexts('ui.table')
  // One that is mounted open would not know where the focus was, and could not give it back.
  const isMounted = useMounted()
  return (
    <Popover
      id={props.id}
      opened={props.isOpen && isMounted}
      onChange={props.onOpenChange}
      position="bottom-end"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <PopupAnchor target={props.target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Chooser {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Chooser({ columns, choice }: ColumnPopupProps) {
  const t = useTexts('ui.table')
  const shown = pickColumns(columns, choice.shown)
  const hidden = columns.filter((column) => !shown.includes(column))
  // What has no room on this screen keeps its place on a wider one.
  const ids = choice.shown ?? usualColumns(columns)
  const toggle = (id: string) =>
    choice.choose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  const swap = (one: string | undefined, other: string | undefined) => {
    const drawn = shown.map((column) => column.id)
    const all = [...drawn.filter((id) => !ids.includes(id)), ...ids]
    choice.choose(
      all.map((id) => (id === one ? other : id === other ? one : id)).filter((id) => id !== undefined),
    )
  }
  return (
    <div className="column-choice">
      <ul>
        {[...shown, ...hidden].map((column, at) => {
          const isShown = at < shown.length
          return (
            <li key={column.id}>
              <Checkbox
                size="xs"
                label={column.header}
                checked={isShown}
                disabled={column.isName ?? false}
                onChange={() => toggle(column.id)}
              />
              {isShown && (
                <span className="column-moves">
                  <ActionIcon
                    size={24}
                    aria-label={t('moveBack', { name: column.header })}
                    disabled={at === 0}
                    onClick={() => swap(column.id, shown[at - 1]?.id)}
                  >
                    <IconArrowUp size={14} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon
                    size={24}
                    aria-label={t('moveOn', { name: column.header })}
                    disabled={at === shown.length - 1}
                    onClick={() => swap(column.id, shown[at + 1]?.id)}
                  >
                    <IconArrowDown size={14} stroke={1.75} />
                  </ActionIcon>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Button size="xs" variant="default" fullWidth onClick={() => choice.choose(null)}>
        {t('usualColumns')}
      </Button>
    </div>
  )
}
