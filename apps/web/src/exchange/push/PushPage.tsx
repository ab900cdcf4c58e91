import { useRead } from '../../frame/api.ts'
import { SettingsPage, useSettingSearch } from '../settings/SettingsPage.tsx'
import { usePushActions } from '../settings/use-setting-actions.tsx'
import { PhonePushSetting, usePushColumns } from './PushTable.tsx'

/** Push settings of the platform (requirement 2.route.manage.push). */
export function PushPage() {
  const { body, ...searching } = useSettingSearch()
  const list = useRead('pushSettings.list', { body }, { isFresh: true })
  const { press, dialog } = usePushActions()
  const columns = usePushColumns(press)
  return (
    <SettingsPage
      way="push"
      {...searching}
      list={list}
      columns={columns}
      phoneRow={(setting) => <PhonePushSetting setting={setting} onPress={press} />}
      onPress={press}
      dialog={dialog}
    />
  )
}
