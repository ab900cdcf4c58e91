import { Button } from '@mantine/core'
import type { Operator } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { type List, wideEnd } from '../../ui/list.ts'
import { date, Lines, number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

const dialogs = {
  add: dialogOf(() => import('./OperatorDialogs.tsx').then((file) => file.AddOperator)),
  end: dialogOf(() => import('./OperatorDialogs.tsx').then((file) => file.RemoveOperator)),
} as const

type Press = (action: keyof typeof dialogs, operator?: Operator) => void
type Props = { row: Operator }

const operatorList: List<'operators.list', Press> = {
  call: 'operators.list',
  sends: 'query',
  name: 'operators',
  label: 'screens.operators',
  filters: { words: searchFilter('common.label.searchPeople') },
  columns: {
    name: { header: 'common.label.personName', cell: NameCell, isName: true },
    access: { header: 'support.operatorsPage.column.access', cell: Access, minWidthEm: 72 },
    types: { header: 'screens.workOrderTypes', cell: Types },
    open: { header: 'support.typesPage.column.open', cell: number((row) => row.open), align: 'end' },
    since: { header: 'support.operatorsPage.column.since', cell: date((row) => row.since), ...wideEnd },
  },
  rowName: 'name',
  useMenu: useOperatorMenu,
  phone: {
    left: 'email',
    right: ({ row }) => <span className="figures">{useTexts('support')('open', { count: row.open })}</span>,
  },
  none: { title: 'support.operatorsPage.none', all: 'support.operatorsPage.showAll' },
  empty: {
    drawing: 'letter',
    title: 'support.operatorsPage.empty.title',
    text: 'support.operatorsPage.empty.text',
  },
  skeletonRows: 4,
}

/** Page with the operators, platform users who handle support requests (requirement 2.route.manage.workorderopr). */
export function OperatorsPage() {
  const t = useTexts()
  const read = useList(operatorList)
  const { press, dialog } = useDialogs<Operator, keyof typeof dialogs>(dialogs)
  return (
    <ListScreen
      list={operatorList}
      read={read}
      press={press}
      title={t('screens.operators')}
      lead={t('support.operatorsPage.lead')}
      actions={
        <Button leftSection={<IconPlus />} onClick={() => press('add')}>
          {t('support.operatorsPage.add')}
        </Button>
      }
      dialog={dialog}
    />
  )
}

function NameCell({ row }: Props) {
  const t = useTexts('common.state')
  const name = (
    <span className="one-line">
      {row.name}
      {!row.isEnabled && <span className="meta"> ({t('disabled')})</span>}
    </span>
  )
  return <Lines top={name} below={row.email} />
}

function Access({ row }: Props) {
  return useTexts('support.operatorsPage')(row.isAdministrator ? 'administrator' : 'operator')
}

function Types({ row }: Props) {
  return useFormats().list(row.types.map(useTypeName()))
}

function useOperatorMenu(operator: Operator, press: Press): MenuEntry[] {
  const t = useTexts('support.operatorsPage')
  return [{ key: 'end', label: t('end'), isDangerous: true, onSelect: () => press('end', operator) }]
}
