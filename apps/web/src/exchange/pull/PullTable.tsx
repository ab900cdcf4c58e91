import { useMediaQuery } from '@mantine/hooks'
import type { PullSetting } from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText, NumberText } from '../../ui/formats.tsx'
import { KindCell, NameCell, PhoneSetting, SettingMenu, StateText } from '../settings/SettingTable.tsx'
import type { PressPull } from '../settings/use-setting-actions.tsx'

/** Columns of the list of pull settings. */
export function usePullColumns(onPress: PressPull): ListColumn<PullSetting>[] {
  const t = useTexts('transfers.pull.column')
  const transfers = useTexts('transfers')
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  // The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
  return useMemo(() => {
    const columns: (ListColumn<PullSetting> & { isWide?: boolean })[] = [
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
      {
        id: 'clinic',
        header: common('label.clinic'),
        cell: ({ clinicName }) => <span className="one-line">{clinicName}</span>,
      },
      { id: 'state', header: common('label.status'), cell: (setting) => <State setting={setting} /> },
      {
        id: 'run',
        header: t('run'),
        cell: ({ lastRun }) => <DateText moment={lastRun?.startedAt} />,
        align: 'end',
      },
      {
        id: 'taken',
        header: transfers('state.taken'),
        cell: ({ lastRun }) => lastRun && <NumberText value={lastRun.takenCount} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'refused',
        header: transfers('state.refused'),
        cell: ({ lastRun }) => lastRun && <NumberText value={lastRun.refusedCount} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (setting) => <SettingMenu way="pull" setting={setting} actions={actions} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, transfers, isNarrow, onPress])
}

function WayText({ setting }: { setting: PullSetting }) {
  const t = useTexts('transfers.pull')
  return <KindCell setting={setting} below={t('every', { minutes: setting.intervalMinutes })} />
}

function State({ setting }: { setting: PullSetting }) {
  const t = useTexts()
  const state = stateOf(setting)
  const text = state === 'deleted' ? t('common.state.deleted') : t(`transfers.settingState.${state}`)
  return <StateText state={state} text={text} />
}

function stateOf(setting: PullSetting): 'deleted' | 'running' | 'failed' | 'on' | 'off' {
  if (setting.deletedAt !== null) return 'deleted'
  if (setting.isRunning) return 'running'
  if (setting.isEnabled && setting.lastRun?.failure) return 'failed'
  return setting.isEnabled ? 'on' : 'off'
}

const actions = ['edit', 'run', 'log', 'runs', 'delete'] as const

/** A pull setting on a phone. */
export function PhonePullSetting({ setting, onPress }: { setting: PullSetting; onPress: PressPull }) {
  return (
    <PhoneSetting
      setting={setting}
      state={<State setting={setting} />}
      whose={setting.clinicName}
      menu={<SettingMenu way="pull" setting={setting} actions={actions} onPress={onPress} />}
    />
  )
}
