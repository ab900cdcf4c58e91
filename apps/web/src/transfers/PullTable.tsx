import { useMediaQuery } from '@mantine/hooks'
import type { PullSetting } from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../i18n.tsx'
import type { ListColumn } from '../ui/DataTable.tsx'
import { DateText, NumberText } from '../ui/formats.tsx'
import { KindCell, NameCell, PhoneSetting, SettingMenu, StateText } from './SettingTable.tsx'
import type { PressPull } from './use-setting-actions.tsx'

/** Columns of the list of pull settings. */
export function usePullColumns(onPress: PressPull): ListColumn<PullSetting>[] {
  const t = useTexts('transfers.pull.column')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  // The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
  return useMemo(() => {
    const columns: (ListColumn<PullSetting> & { isWide?: boolean })[] = [
      { id: 'name', header: t('name'), cell: (setting) => <NameCell setting={setting} />, isName: true },
      { id: 'kind', header: t('kind'), cell: (setting) => <WayText setting={setting} />, isWide: true },
      {
        id: 'clinic',
        header: t('clinic'),
        cell: ({ clinicName }) => <span className="one-line">{clinicName}</span>,
      },
      { id: 'state', header: t('state'), cell: (setting) => <State setting={setting} /> },
      {
        id: 'run',
        header: t('run'),
        cell: ({ lastRun }) => <DateText moment={lastRun?.startedAt} />,
        align: 'end',
      },
      {
        id: 'taken',
        header: t('taken'),
        cell: ({ lastRun }) => lastRun && <NumberText value={lastRun.takenCount} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'refused',
        header: t('refused'),
        cell: ({ lastRun }) => lastRun && <NumberText value={lastRun.refusedCount} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: t('actions'),
        cell: (setting) => <SettingMenu way="pull" setting={setting} actions={actions} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, isNarrow, onPress])
}

function WayText({ setting }: { setting: PullSetting }) {
  const t = useTexts('transfers.pull')
  return <KindCell setting={setting} below={t('every', { minutes: setting.intervalMinutes })} />
}

function State({ setting }: { setting: PullSetting }) {
  const t = useTexts('transfers.pull')
  const state = stateOf(setting)
  return <StateText state={state} text={t(state)} />
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
