import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconListDetails, IconPlus } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import type { List, RowOf } from '../../ui/list.ts'
import type { SettingKind } from './place-form.ts'
import { logScreens } from './use-setting-actions.tsx'

type ListCall = 'pushSettings.list' | 'pullSettings.list'
type Press<Row> = (action: 'create' | 'edit', setting?: Row) => void

/**
 * Lists the push settings or the pull settings, with a link to their deliveries or imports.
 * @param props.isOwn whether it lists the push settings of the user's organization
 * @param props.canEdit whether the user may edit a setting; true by default
 */
export function SettingsPage<N extends ListCall, P extends Press<RowOf<N>>>(props: {
  settingKind: SettingKind
  isOwn?: true
  canEdit?: (setting: RowOf<N>) => boolean
  list: List<N, P>
  press: P
  dialog: ReactNode
}) {
  const { settingKind, list, press, dialog, isOwn, canEdit = () => true } = props
  const t = useTexts(`transfers.${settingKind}`)
  const push = useTexts('transfers.push')
  const screens = useTexts('screens')
  const read = useList(list)
  const open = (setting: RowOf<N>) => isActive(setting) && canEdit(setting) && press('edit', setting)
  return (
    <ListScreen
      list={list}
      read={read}
      press={press}
      title={screens(isOwn ? 'webhooks' : `${settingKind}Settings`)}
      lead={isOwn ? push('ownLead') : t('lead')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconListDetails />}
            renderRoot={(root) => <Link to={logScreens[isOwn ? 'ownPush' : settingKind]} {...root} />}
          >
            {screens(settingKind === 'push' ? 'pushDeliveries' : 'pullFound')}
          </Button>
          <Button leftSection={<IconPlus />} onClick={() => press('create')}>
            {t('create')}
          </Button>
        </>
      }
      emptyAction={<Button onClick={() => press('create')}>{t('create')}</Button>}
      onOpen={open}
      dialog={dialog}
    />
  )
}

const isActive = (setting: object) => 'deletedAt' in setting && setting.deletedAt === null
