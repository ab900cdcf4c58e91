import type { PullSetting } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { type List, wideEnd } from '../../ui/list.ts'
import { date, line, number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import {
  deletedFilter,
  KindCell,
  KindName,
  NameCell,
  SettingState,
  useSettingMenu,
} from '../settings/SettingTable.tsx'
import { type PressPull, usePullActions } from '../settings/use-setting-actions.tsx'

type Props = { row: PullSetting }

const pullList: List<'pullSettings.list', PressPull> = {
  call: 'pullSettings.list',
  name: 'pullSettings',
  label: 'screens.pullSettings',
  filters: { words: searchFilter('transfers.pull.search'), isDeleted: deletedFilter, clinicId: null },
  columns: {
    name: { header: 'common.label.name', cell: NameCell, isName: true },
    kind: { header: 'transfers.kind.label', cell: Kind, minWidthEm: 72 },
    clinic: { header: 'common.label.clinic', cell: line((row) => row.clinicName) },
    state: { header: 'common.label.status', cell: State },
    run: { header: 'transfers.pull.column.run', cell: date((row) => row.lastRun?.startedAt), align: 'end' },
    taken: {
      header: 'transfers.state.taken',
      cell: number((row) => row.lastRun?.takenCount),
      ...wideEnd,
    },
    refused: {
      header: 'transfers.state.refused',
      cell: number((row) => row.lastRun?.refusedCount),
      ...wideEnd,
    },
  },
  rowName: 'name',
  useMenu: (row, press) => useSettingMenu('pull', ['edit', 'run', 'log', 'runs', 'delete'], row, press),
  phone: {
    mark: State,
    left: 'clinicName',
    right: KindName,
  },
  none: { title: 'transfers.none', all: 'common.do.showAll' },
  empty: { drawing: 'letter', title: 'transfers.pull.empty.title', text: 'transfers.pull.empty.text' },
  skeletonRows: 4,
}

/** Lists the pull settings of the platform. */
export function PullPage() {
  return <SettingsPage settingKind="pull" list={pullList} {...usePullActions()} />
}

function Kind({ row }: Props) {
  const t = useTexts('transfers.pull')
  return <KindCell setting={row} below={t('every', { minutes: row.intervalMinutes })} />
}

function State({ row: { deletedAt, isRunning, isEnabled, lastRun } }: Props) {
  if (deletedAt !== null) return <SettingState state="deleted" />
  if (isRunning) return <SettingState state="running" />
  if (isEnabled && lastRun?.failure) return <SettingState state="failed" />
  return <SettingState state={isEnabled ? 'on' : 'off'} />
}
