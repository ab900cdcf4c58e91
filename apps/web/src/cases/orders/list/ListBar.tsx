import { ActionIcon, Button, Group } from '@mantine/core'
import { type SavedView, type ViewLayout, viewLayouts } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useState } from 'react'
import { useRead, useWrite } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { canOpen, hasPermission, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import {
  IconCalendarWeek,
  IconColumns,
  IconDots,
  IconFileSpreadsheet,
  IconKeyboard,
  IconListDetails,
  IconTable,
  IconTrash,
  IconUsers,
} from '../../../ui/icons.ts'
import { firstPage, hasFilters, type ListSearch, type SetListSearch } from '../../../ui/list.ts'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { Tip } from '../../../ui/Tip.tsx'
import type { ColumnChoice } from '../../../ui/use-column-choice.ts'
import { useExport } from '../../../ui/use-export.ts'
import { TipButton } from '../buttons.tsx'
import { DraftTab } from './DraftTab.tsx'
import { draftsView } from './drafts-view.ts'
import css from './ListBar.module.css'
import { orderFilters } from './OrderFilters.tsx'
import { isChanged, toListSearch, toOrderView, toViewContent, unfilteredList } from './saved-view.ts'
import { isByDay } from './use-day-groups.ts'
import { useShortcut } from './use-shortcut.ts'

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((file) => ({ default: file.ViewDialog })))
const KeyDialog = lazy(() => import('./KeyDialog.tsx').then((file) => ({ default: file.KeyDialog })))

type ListProps = { search: ListSearch; setSearch: SetListSearch }
type BarProps = ListProps & { choice: ColumnChoice }
type Dialog = { kind: 'save' } | { kind: 'rename' | 'delete'; view: SavedView } | { kind: 'keys' }

/** The bar above the case list: saved views as tabs, layout, export, discarded cases and keyboard help. */
export const ListBar = memo(function Bar(props: BarProps) {
  const keys = useTexts('orders.keys')
  const [dialog, setDialog] = useState<Dialog>()
  const [isOpen, setOpen] = useState(false)
  const open = (next: Dialog) => {
    setDialog(next)
    setOpen(true)
  }
  useShortcut('?', () => open({ kind: 'keys' }))
  const frame = { isOpen, onClose: () => setOpen(false) }
  return (
    <>
      <ViewTabs {...props} onOpen={open} />
      <Group component="span" gap={4} ml="auto">
        <LayoutSwitch {...props} />
        {/* Drafts are no cases, which could be grouped and exported. */}
        {props.search.view !== draftsView && (
          <>
            <GroupSwitch {...props} />
            <ExportButton {...props} />
          </>
        )}
        <DiscardedLink />
        <TipButton
          label={keys('title')}
          size={28}
          className={css.keys}
          aria-keyshortcuts="?"
          onClick={() => open({ kind: 'keys' })}
        >
          <IconKeyboard size={16} />
        </TipButton>
      </Group>
      <Suspense fallback={null}>
        {dialog?.kind === 'keys' && <KeyDialog {...frame} />}
        {dialog !== undefined && dialog.kind !== 'keys' && (
          <ViewDialog
            key={dialog.kind === 'save' ? 'save' : `${dialog.kind} ${dialog.view.id}`}
            {...frame}
            kind={dialog.kind}
            view={dialog.kind === 'save' ? undefined : dialog.view}
            content={toViewContent(props.search, props.choice.shown)}
            onSaved={(view) => props.setSearch({ view: view?.id })}
          />
        )}
      </Suspense>
    </>
  )
})

/** The tabs for all cases and for each saved view. The current view is marked as changed if the list differs from it. */
function ViewTabs({ search, setSearch, choice, onOpen }: BarProps & { onOpen: (dialog: Dialog) => void }) {
  const t = useTexts('orders.views')
  const screens = useTexts('screens')
  const common = useTexts('common')
  const session = useSession()
  const views = useRead('views.list', {})
  const current = views.data?.list.find((view) => view.id === search.view)
  const isMine = current === undefined && search.technician === 'me'
  const now = toViewContent(search, choice.shown)
  const isCustomized =
    hasFilters({ filters: orderFilters }, search) ||
    [search.layout, search.sort, search.group].some((value) => value !== undefined) ||
    choice.shown !== null
  const show = (view: SavedView) => {
    choice.choose(view.content.columns)
    setSearch(toListSearch(view))
  }
  return (
    <nav className={css.views} aria-label={common('label.views')}>
      <button
        type="button"
        aria-current={current === undefined && !isMine && search.view !== draftsView}
        onClick={() => setSearch(unfilteredList)}
      >
        {screens('manageOrders')}
      </button>
      {hasPermission(session, 'order.accept') && (
        <button
          type="button"
          aria-current={isMine}
          onClick={() => setSearch({ ...unfilteredList, technician: 'me' })}
        >
          {t('mine')}
        </button>
      )}
      <DraftTab search={search} setSearch={setSearch} />
      {views.data?.list.map((view) => (
        <button key={view.id} type="button" aria-current={view === current} onClick={() => show(view)}>
          {view.name}
          {view === current && isChanged(view, now) && <span className="meta"> {t('changed')}</span>}
        </button>
      ))}
      {current && <ViewMenu view={current} isChanged={isChanged(current, now)} now={now} onOpen={onOpen} />}
      {!current && isCustomized && (
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen({ kind: 'save' })}>
          {t('save')}
        </Button>
      )}
    </nav>
  )
}

function ViewMenu(props: {
  view: SavedView
  isChanged: boolean
  now: SavedView['content']
  onOpen: (dialog: Dialog) => void
}) {
  const t = useTexts('orders.views')
  const orders = useTexts('orders')
  const update = useWrite('views.update')
  const { view, now, onOpen } = props
  const entries = [
    {
      key: 'update',
      label: orders('edit.confirm'),
      isDisabled: !props.isChanged,
      onSelect: () => void update.send({ body: { id: view.id, name: view.name, content: now } }),
    },
    { key: 'save', label: t('saveOther'), onSelect: () => onOpen({ kind: 'save' }) },
    { key: 'rename', label: t('rename'), onSelect: () => onOpen({ kind: 'rename', view }) },
    {
      key: 'delete',
      label: t('delete'),
      isDangerous: true,
      onSelect: () => onOpen({ kind: 'delete', view }),
    },
  ]
  return (
    <MenuButton label={t('actions', { name: view.name })} entries={entries} position="bottom-start">
      {(button) => (
        <ActionIcon {...button} size={28} aria-label={t('actions', { name: view.name })}>
          <IconDots size={16} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}

const layoutIcons = {
  list: IconTable,
  day: IconCalendarWeek,
  status: IconColumns,
  technician: IconUsers,
} as const

/** Switches between the table and the two boards. Only laboratories have boards. */
function LayoutSwitch({ search, setSearch }: ListProps) {
  const t = useTexts('orders.layout')
  const session = useSession()
  if (!hasPermission(session, 'order.accept')) return null
  const choose = (layout: ViewLayout) =>
    setSearch({ ...firstPage, layout: layout === 'list' ? undefined : layout })
  return (
    <Group component="fieldset" className={css.layout} gap={0} m="0 8px 0 0" p={0} bd={0}>
      <legend className="only-read">{t('label')}</legend>
      {viewLayouts.map((layout) => {
        const Icon = layoutIcons[layout]
        return (
          <Tip key={layout} label={t(layout)}>
            {(target) => (
              <label {...target}>
                <input
                  type="radio"
                  name="layout"
                  className="only-read"
                  checked={(search.layout ?? 'list') === layout}
                  onChange={() => choose(layout)}
                />
                <span>
                  <Icon size={16} />
                  <span className="only-read">{t(layout)}</span>
                </span>
              </label>
            )}
          </Tip>
        )
      })}
    </Group>
  )
}

/** Groups the rows of the list by day. A list in another order is then sorted by delivery day. */
function GroupSwitch({ search, setSearch }: ListProps) {
  const t = useTexts('orders')
  if (search.layout !== undefined) return null
  const isGrouped = search.group === 'day' && isByDay(search)
  const byDelivery = isByDay(search) ? {} : { ...firstPage, sort: 'deliveryOn', direction: 'ascending' }
  return (
    <TipButton
      label={t('groupByDay')}
      size={28}
      className={css.toggle}
      aria-pressed={isGrouped}
      onClick={() => setSearch(isGrouped ? { group: undefined } : { group: 'day', ...byDelivery })}
    >
      <IconListDetails size={16} />
    </TipButton>
  )
}

/** Exports all pages of the filtered list as a CSV file. */
function ExportButton({ search }: ListProps) {
  const t = useTexts('orders')
  const { save, isBusy } = useExport('orders.createExport')
  return (
    <TipButton label={t('export')} size={28} loading={isBusy} onClick={() => save(toOrderView(search))}>
      <IconFileSpreadsheet size={16} />
    </TipButton>
  )
}

/** Links to the discarded cases, for users who may restore them. */
function DiscardedLink() {
  const t = useTexts('screens')
  const session = useSession()
  if (!session || !canOpen(screenOf('/order/discarded'), session)) return null
  return (
    <TipButton
      label={t('discarded')}
      size={28}
      renderRoot={(root) => <Link {...root} to="/order/discarded" />}
    >
      <IconTrash size={16} />
    </TipButton>
  )
}
