import { useRead } from '../../frame/api.ts'
import { SettingsPage, useSettingSearch } from '../settings/SettingsPage.tsx'
import { usePullActions } from '../settings/use-setting-actions.tsx'
import { PhonePullSetting, usePullColumns } from './PullTable.tsx'

/** Pull settings of the platform (requirement 2.route.manage.pull). */
export function PullPage() {
  const { body, ...searching } = useSettingSearch()
  const list = useRead('pullSettings.list', { body }, { isFresh: true })
  const { press, dialog } = usePullActions()
  const columns = usePullColumns(press)
  return (
    <SettingsPage
      way="pull"
      {...searching}
      list={list}
      columns={columns}
      phoneRow={(setting) => <PhonePullSetting setting={setting} onPress={press} />}
      onPress={press}
      dialog={dialog}
    />
  )
}
