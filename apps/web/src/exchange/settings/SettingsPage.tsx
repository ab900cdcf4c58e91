import { Button } from '@mantine/core'
import type { RouteName } from '@pontic/contract'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import type { List, RowOf } from '../../ui/list.ts'
import type { Setting, Way } from './setting.ts'
import { logOf } from './use-setting-actions.tsx'
import './Transfers.module.css'

type Press<Row> = (action: 'create' | 'edit', setting?: Row) => void

/** The settings of one way: search, list, what can be done, and the way to what went through them. */
export function SettingsPage<N extends RouteName, P extends Press<RowOf<N> & Setting>>(props: {
  way: Way
  list: List<N, P>
  press: P
  dialog: ReactNode
}) {
  const { way, list, press } = props
  const t = useTexts(`transfers.${way}`)
  const screens = useTexts('screens')
  const read = useList(list)
  const open = (setting: RowOf<N>) => {
    const row = setting as RowOf<N> & Setting
    if (row.deletedAt === null) press('edit', row)
  }
  return (
    <ListScreen
      list={list}
      read={read}
      press={press}
      title={screens(`${way}Settings`)}
      lead={t('lead')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconListDetails size={18} stroke={1.75} />}
            renderRoot={(root) => <Link to={logOf[way]} {...root} />}
          >
            {screens(way === 'push' ? 'pushDeliveries' : 'pullFound')}
          </Button>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => press('create')}>
            {t('create')}
          </Button>
        </>
      }
      emptyAction={<Button onClick={() => press('create')}>{t('create')}</Button>}
      onOpen={open}
      dialog={props.dialog}
    />
  )
}
