import { limits } from '@pontic/contract'
import { type List, wideEnd } from '../../ui/list.ts'
import { date, number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { deletedFilter, KindName, NameCell, useSettingMenu } from '../settings/SettingTable.tsx'
import { type PressPush, usePushActions } from '../settings/use-setting-actions.tsx'
import { Kind, State } from './PushPage.tsx'

const ownList: List<'pushSettings.list', PressPush> = {
  call: 'pushSettings.list',
  name: 'ownPushSettings',
  label: 'screens.webhooks',
  filters: { words: searchFilter('transfers.push.search'), isDeleted: deletedFilter },
  columns: {
    name: { header: 'common.label.name', cell: NameCell, isName: true },
    kind: { header: 'transfers.kind.label', cell: Kind, minWidthEm: 72 },
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
  useMenu: (row, press) => useSettingMenu('push', ['edit', 'test', 'log', 'delete'], row, press),
  phone: { mark: State, left: KindName, right: date((row) => row.lastDeliveredAt) },
  none: { title: 'transfers.none', all: 'common.do.showAll' },
  empty: { drawing: 'letter', title: 'transfers.push.empty.title', text: 'transfers.push.empty.text' },
  skeletonRows: limits.ownPushSettingsMax,
}

/** Lists the push settings of the user's organization (rules §16). Only its administrators may open it. */
export function WebhooksPage() {
  return <SettingsPage settingKind="push" isOwn list={ownList} {...usePushActions('ownPush')} />
}
