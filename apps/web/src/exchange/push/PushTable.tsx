import { useMediaQuery } from '@mantine/hooks'
import type { PushSetting } from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText, NumberText } from '../../ui/formats.tsx'
import { KindCell, NameCell, PhoneSetting, SettingMenu, StateText } from '../settings/SettingTable.tsx'
import type { PressPush } from '../settings/use-setting-actions.tsx'

/** Columns of the list of push settings. */
export function usePushColumns(onPress: PressPush): ListColumn<PushSetting>[] {
  const t = useTexts('transfers.push.column')
  const transfers = useTexts('transfers')
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  // The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
  return useMemo(() => {
    const columns: (ListColumn<PushSetting> & { isWide?: boolean })[] = [
      {
        id: 'name',
        header: common('label.name'),
        cell: (setting) => <NameCell setting={setting} />,
        isName: true,
      },
      {
        id: 'kind',
        header: transfers('kind.label'),
        cell: (setting) => <WayText setting={setting} />,
        isWide: true,
      },
      { id: 'users', header: t('users'), cell: (setting) => <UsersText setting={setting} /> },
      { id: 'state', header: common('label.status'), cell: (setting) => <State setting={setting} /> },
      {
        id: 'waiting',
        header: transfers('state.waiting'),
        cell: ({ waiting }) => <NumberText value={waiting} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'failed',
        header: transfers('state.failed'),
        cell: ({ failed }) => <NumberText value={failed} />,
        align: 'end',
      },
      {
        id: 'delivered',
        header: t('delivered'),
        cell: (setting) => <DateText moment={setting.lastDeliveredAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (setting) => <SettingMenu way="push" setting={setting} actions={actions} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, transfers, isNarrow, onPress])
}

function WayText({ setting }: { setting: PushSetting }) {
  const t = useTexts('transfers.format')
  return <KindCell setting={setting} below={t(setting.format)} />
}

function UsersText({ setting }: { setting: PushSetting }) {
  const t = useTexts('transfers.push')
  const [first, ...others] = setting.organizations
  if (first === undefined) return <span className="quiet">{t('nobody')}</span>
  const all = setting.organizations.map(({ name }) => name).join(', ')
  return (
    <span className="one-line" title={all}>
      {others.length === 0 ? first.name : t('users', { name: first.name, count: others.length })}
    </span>
  )
}

function State({ setting }: { setting: PushSetting }) {
  const t = useTexts()
  const state = stateOf(setting)
  const text = state === 'deleted' ? t('common.state.deleted') : t(`transfers.settingState.${state}`)
  return <StateText state={state} text={text} />
}

function stateOf(setting: PushSetting): 'deleted' | 'gone' | 'on' | 'off' {
  if (setting.deletedAt !== null) return 'deleted'
  if (setting.switchedOffBecause !== null) return 'gone'
  return setting.isEnabled ? 'on' : 'off'
}

const actions = ['edit', 'users', 'test', 'log', 'delete'] as const

/** A push setting on a phone. */
export function PhonePushSetting({ setting, onPress }: { setting: PushSetting; onPress: PressPush }) {
  return (
    <PhoneSetting
      setting={setting}
      state={<State setting={setting} />}
      whose={<UsersText setting={setting} />}
      menu={<SettingMenu way="push" setting={setting} actions={actions} onPress={onPress} />}
    />
  )
}
