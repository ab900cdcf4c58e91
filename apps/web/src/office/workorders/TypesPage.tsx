import { Button } from '@mantine/core'
import type { WorkOrderType } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import type { List } from '../../ui/list.ts'
import { number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

const typeDialog = dialogOf(() => import('./TypeDialogs.tsx').then((file) => file.EditType))
const dialogs = {
  create: typeDialog,
  edit: typeDialog,
  delete: dialogOf(() => import('./TypeDialogs.tsx').then((file) => file.DeleteType)),
} as const

type Action = keyof typeof dialogs
type Press = (action: Action, type?: WorkOrderType) => void

const typeList: List<'worktypes.list', Press> = {
  call: 'worktypes.list',
  sends: 'query',
  name: 'worktypes',
  label: 'support.typesPage.list',
  filters: { words: searchFilter('support.typesPage.search') },
  columns: {
    name: { header: 'common.label.name', cell: ({ row }) => useTypeName()(row), isName: true },
    operator: {
      header: 'support.list.column.operator',
      cell: ({ row }) => {
        const t = useTexts('support.typesPage')
        return row.operatorName ?? <span className="quiet">{t('nobody')}</span>
      },
    },
    open: { header: 'support.typesPage.column.open', cell: number((row) => row.open), align: 'end' },
  },
  rowName: useTypeName,
  useMenu: useTypeMenu,
  phone: {
    left: ({ row }) => {
      const t = useTexts('support.typesPage')
      return <span className="one-line">{row.operatorName ?? t('nobody')}</span>
    },
    right: ({ row }) => <span className="figures">{useTexts('support')('open', { count: row.open })}</span>,
  },
  none: { title: 'support.typesPage.none', all: 'support.typesPage.showAll' },
  skeletonRows: 5,
}

/** Page with the types of support requests and their operators (requirement 2.route.manage.workordertype). */
export function TypesPage() {
  const t = useTexts()
  const read = useList(typeList)
  const { press, dialog } = useDialogs<WorkOrderType, Action>(dialogs)
  return (
    <ListScreen
      list={typeList}
      read={read}
      press={press}
      title={t('screens.workOrderTypes')}
      lead={t('support.typesPage.lead')}
      actions={
        <Button leftSection={<IconPlus />} onClick={() => press('create')}>
          {t('support.typesPage.create')}
        </Button>
      }
      dialog={dialog}
    />
  )
}

function useTypeMenu(type: WorkOrderType, press: Press): MenuEntry[] {
  const t = useTexts('common.do')
  return (['edit', 'delete'] as const).map((action) => ({
    key: action,
    label: t(action),
    isDangerous: action === 'delete',
    onSelect: () => press(action, type),
  }))
}
