import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './ColumnPopup.module.css'
import { DialogPopup } from './DialogPopup.tsx'
import { IconArrowDown, IconArrowUp } from './icons.ts'
import { type ColumnChoice, defaultColumns, type ListColumn, pickColumns } from './use-column-choice.ts'
import type { PopupFrame } from './use-popup.ts'

/** All columns of a list and the user's choice. */
export type ColumnPopupProps = {
  readonly columns: readonly ListColumn<never>[]
  readonly choice: ColumnChoice
}

/** Popup with a checkbox for each column, which shows or hides the column, and buttons that move it. */
export function ColumnPopup(props: ColumnPopupProps & PopupFrame) {
  const t = useTexts('ui.table')
  return (
    <DialogPopup {...props} label={t('columns')} position="bottom-end">
      <Chooser {...props} />
    </DialogPopup>
  )
}

function Chooser({ columns, choice }: ColumnPopupProps) {
  const t = useTexts('ui.table')
  const shown = pickColumns(columns, choice.shown)
  const hidden = columns.filter((column) => !shown.includes(column))
  // The choice also contains columns that do not fit on this screen, so that they are shown on a wider one.
  const ids = choice.shown ?? defaultColumns(columns)
  const toggle = (id: string) =>
    choice.choose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  const swap = (one: string, other: string) => {
    const missing = shown.map((column) => column.id).filter((id) => !ids.includes(id))
    choice.choose([...missing, ...ids].map((id) => (id === one ? other : id === other ? one : id)))
  }
  return (
    <Stack gap={8} w={260}>
      <ul className={css.columnChoice}>
        {[...shown, ...hidden].map((column, at) => (
          <li key={column.id}>
            <Checkbox
              size="xs"
              label={column.header}
              checked={at < shown.length}
              disabled={column.isName ?? false}
              onChange={() => toggle(column.id)}
            />
            {at < shown.length && (
              <Moves
                name={column.header}
                id={column.id}
                neighbours={[shown[at - 1]?.id, shown[at + 1]?.id]}
                onSwap={swap}
              />
            )}
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" fullWidth onClick={() => choice.choose(null)}>
        {t('usualColumns')}
      </Button>
    </Stack>
  )
}

/** Buttons that swap a column with its neighbour. @param props.neighbours ids of the previous and the next column */
function Moves(props: {
  name: string
  id: string
  neighbours: readonly [string | undefined, string | undefined]
  onSwap: (one: string, other: string) => void
}) {
  const t = useTexts('ui.table')
  const { name, id, onSwap } = props
  const [before, after] = props.neighbours
  const button = (label: string, other: string | undefined, icon: ReactNode) => (
    <ActionIcon
      size={24}
      aria-label={label}
      disabled={other === undefined}
      onClick={() => other !== undefined && onSwap(id, other)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group gap={0} wrap="nowrap">
      {button(t('moveBack', { name }), before, <IconArrowUp size={14} />)}
      {button(t('moveOn', { name }), after, <IconArrowDown size={14} />)}
    </Group>
  )
}
