import { limits } from '@pontic/contract'
import type { List } from '../../ui/list.ts'
import { date } from '../../ui/list-cells.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { KindName, useSettingMenu } from '../settings/SettingTable.tsx'
import { type PressPush, usePushActions } from '../settings/use-setting-actions.tsx'
import { PushState, pushList } from './push-list.tsx'

const ownList: List<'pushSettings.list', PressPush> = {
  ...pushList(),
  name: 'ownPushSettings',
  label: 'screens.webhooks',
  useMenu: (row, press) => useSettingMenu('push', ['edit', 'test', 'log', 'delete'], row, press),
  phone: { mark: PushState, left: KindName, right: date((row) => row.lastDeliveredAt) },
  skeletonRows: limits.ownPushSettingsMax,
}

/** Lists the push settings of the user's organization (rules §16). Only its administrators may open it. */
export function WebhooksPage() {
  return <SettingsPage settingKind="push" isOwn list={ownList} {...usePushActions('ownPush')} />
}
