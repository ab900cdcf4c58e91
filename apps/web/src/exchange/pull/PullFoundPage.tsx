import { type PullItem, pullStates } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import css from '../../ui/DataTable.module.css'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import type { List } from '../../ui/list.ts'
import { date, line, OneLine } from '../../ui/list-cells.tsx'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { settingFilter, TransferState } from '../settings/SettingTable.tsx'
import { ReasonText } from './PullReason.tsx'

type Props = { row: PullItem }

const foundList: List<'pullSettings.listItems'> = {
  call: 'pullSettings.listItems',
  name: 'pullItems',
  label: 'screens.pullFound',
  filters: {
    state: choiceFilter('state', pullStates, 'common.label.status', 'transfers.state.'),
    settingId: settingFilter('pullSettings.listOptions'),
  },
  columns: {
    path: { header: 'transfers.pull.found.column.path', cell: PathCell, isName: true },
    setting: { header: 'transfers.setting', cell: line((row) => row.settingName), minWidthEm: 72 },
    state: { header: 'common.label.status', cell: TransferState },
    case: { header: 'common.label.case', cell: CaseLink },
    seen: { header: 'transfers.pull.found.column.seen', cell: date((row) => row.seenAt), align: 'end' },
  },
  rowName: 'path',
  phone: {
    mark: TransferState,
    left: ({ row }) => (row.reason === null ? <CaseLink row={row} /> : <ReasonText item={row} />),
    right: date((row) => row.seenAt),
  },
  none: { title: 'transfers.pull.found.none', all: 'common.do.showAll' },
  empty: {
    drawing: 'letter',
    title: 'transfers.pull.found.empty.title',
    text: 'transfers.pull.found.empty.text',
  },
}

/** Lists the cases that pull settings have found at their sources: imported, waiting, or refused with a reason. */
export function PullFoundPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const read = useList(foundList)
  return (
    <ListScreen
      list={foundList}
      read={read}
      press={undefined}
      title={t('screens.pullFound')}
      lead={t('transfers.pull.found.lead')}
      onOpen={({ orderId: id }) => {
        if (id !== null) void navigate({ to: '/order/detail/$id', params: { id } })
      }}
    />
  )
}

function PathCell({ row }: Props) {
  return (
    <span className={css.cellLines}>
      <OneLine text={row.path} />
      <ReasonText item={row} />
    </span>
  )
}

function CaseLink({ row }: Props) {
  if (row.orderId === null) return null
  return (
    <Link to="/order/detail/$id" params={{ id: row.orderId }} className="text-link figures">
      {row.orderNumber}
    </Link>
  )
}
