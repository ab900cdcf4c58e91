import type { PushSetting } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import type { List } from '../../ui/list.ts'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { KindName, useSettingMenu } from '../settings/SettingTable.tsx'
import { type PressPush, usePushActions } from '../settings/use-setting-actions.tsx'
import { PushState, pushList } from './push-list.tsx'

type Props = { row: PushSetting }

const platformList: List<'pushSettings.list', PressPush> = {
  ...pushList({ users: { header: 'transfers.push.column.users', cell: Users } }),
  name: 'pushSettings',
  label: 'screens.pushSettings',
  useMenu: (row, press) => useSettingMenu('push', actionsOf(row), row, press),
  phone: {
    mark: PushState,
    left: (props) => (
      <span className="one-line">
        <Users {...props} />
      </span>
    ),
    right: KindName,
  },
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
      list={platformList}
      canEdit={({ owner }) => owner === null}
      {...usePushActions('push')}
    />
  )
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
