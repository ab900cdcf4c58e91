import type { PushSetting } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { type List, wideEnd } from '../../ui/list.ts'
import { date, number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import { StateText } from '../../ui/StateText.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import {
  deletedFilter,
  KindCell,
  KindName,
  NameCell,
  SettingState,
  useSettingMenu,
} from '../settings/SettingTable.tsx'
import { type PressPush, usePushActions } from '../settings/use-setting-actions.tsx'

type Props = { row: PushSetting }

const pushList: List<'pushSettings.list', PressPush> = {
  call: 'pushSettings.list',
  name: 'pushSettings',
  label: 'screens.pushSettings',
  filters: { words: searchFilter('transfers.push.search'), isDeleted: deletedFilter },
  columns: {
    name: { header: 'common.label.name', cell: NameCell, isName: true },
    kind: { header: 'transfers.kind.label', cell: Kind, minWidthEm: 72 },
    users: { header: 'transfers.push.column.users', cell: Users },
    state: { header: 'common.label.status', cell: State },
    waiting: { header: 'transfers.state.waiting', cell: number((row) => row.waiting), ...wideEnd },
    failed: { header: 'transfers.state.failed', cell: number((row) => row.failed), align: 'end' },
    delivered: {
      header: 'transfers.push.column.delivered',
      cell: date((row) => row.lastDeliveredAt),
      ...wideEnd,
    },
  },
  rowName: 'name',
  useMenu: (row, press) => useSettingMenu('push', actionsOf(row), row, press),
  phone: {
    mark: State,
    left: (props) => (
      <span className="one-line">
        <Users {...props} />
      </span>
    ),
    right: KindName,
  },
  none: { title: 'transfers.none', all: 'common.do.showAll' },
  empty: { drawing: 'letter', title: 'transfers.push.empty.title', text: 'transfers.push.empty.text' },
  skeletonRows: 4,
}

// The platform only stops and deletes the settings of organizations (rules §16).
const actionsOf = ({ owner, isEnabled, switchedOffBecause }: PushSetting) => {
  if (owner === null) return ['edit', 'users', 'test', 'log', 'delete'] as const
  const switches = [
    ...(isEnabled ? (['stop'] as const) : []),
    ...(switchedOffBecause === 'platform' ? (['allow'] as const) : []),
  ]
  return [...switches, 'log', 'delete'] as const
}

/** Lists the push settings of the platform and of organizations. */
export function PushPage() {
  return (
    <SettingsPage
      settingKind="push"
      list={pushList}
      canEdit={({ owner }) => owner === null}
      {...usePushActions('push')}
    />
  )
}

/** Kind of transfer and format of a push setting. */
export function Kind({ row }: Props) {
  const t = useTexts('transfers.format')
  return <KindCell setting={row} below={t(row.format)} />
}

function Users({ row }: Props) {
  const t = useTexts('transfers.push')
  const [first, ...others] = row.organizations
  if (row.owner !== null) return <span className="one-line">{t('own', { name: row.owner.name })}</span>
  if (first === undefined) return <span className="quiet">{t('nobody')}</span>
  const all = row.organizations.map(({ name }) => name).join(', ')
  return (
    <span className="one-line" title={all}>
      {others.length === 0 ? first.name : t('users', { name: first.name, count: others.length })}
    </span>
  )
}

/** The state of a push setting, as coloured text. */
export function State({ row: { deletedAt, switchedOffBecause, isEnabled } }: Props) {
  const t = useTexts('transfers.push')
  if (deletedAt !== null) return <SettingState state="deleted" />
  if (switchedOffBecause === 'platform') return <StateText text={t('stopped')} tone="danger" />
  if (switchedOffBecause !== null) return <SettingState state="gone" />
  return <SettingState state={isEnabled ? 'on' : 'off'} />
}
