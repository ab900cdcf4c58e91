import { useMediaQuery } from '@mantine/hooks'
import type { PullSetting } from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../i18n.tsx'
import type { ListColumn } from '../ui/DataTable.tsx'
import { DateText, NumberText } from '../ui/formats.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import type { PressPull } from './use-pull-actions.tsx'

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
      { id: 'state', header: t('state'), cell: (setting) => <StateText setting={setting} /> },
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
        cell: (setting) => <PullMenu setting={setting} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, isNarrow, onPress])
}

const placeText = ({ address, bucket, folder }: PullSetting) =>
  [address, bucket, folder].filter((part) => part).join(' / ')

function NameCell({ setting }: { setting: PullSetting }) {
  const place = placeText(setting)
  return (
    <span className="transfer-lines">
      <span className="one-line" title={setting.name}>
        {setting.name}
      </span>
      <span className="meta one-line" title={place}>
        {place}
      </span>
    </span>
  )
}

function WayText({ setting }: { setting: PullSetting }) {
  const t = useTexts('transfers')
  const { kind, intervalMinutes } = setting
  return (
    <span className="transfer-lines">
      <span>{t(`kind.${kind}`)}</span>
      <span className="meta">{t('pull.every', { minutes: intervalMinutes })}</span>
    </span>
  )
}

function StateText({ setting }: { setting: PullSetting }) {
  const t = useTexts('transfers.pull')
  const state = stateOf(setting)
  return (
    <span className="transfer-state" data-state={state}>
      {t(state)}
    </span>
  )
}

function stateOf(setting: PullSetting): 'deleted' | 'running' | 'failed' | 'on' | 'off' {
  if (setting.deletedAt !== null) return 'deleted'
  if (setting.isRunning) return 'running'
  if (setting.isEnabled && setting.lastRun?.failure) return 'failed'
  return setting.isEnabled ? 'on' : 'off'
}

const actionsThere = ['edit', 'run', 'log', 'runs', 'delete'] as const

function PullMenu({ setting, onPress }: { setting: PullSetting; onPress: PressPull }) {
  const t = useTexts('transfers.pull')
  const names = setting.deletedAt === null ? actionsThere : (['restore'] as const)
  const actions = names.map((action) => ({
    key: action,
    label: t(`do.${action}`),
    isDangerous: action === 'delete',
    onSelect: () => onPress(action, setting),
  }))
  return <RowMenu label={t('actionsFor', { name: setting.name })} actions={actions} />
}

/** A pull setting on a phone: two lines and its menu. */
export function PhonePullSetting({ setting, onPress }: { setting: PullSetting; onPress: PressPull }) {
  const t = useTexts('transfers.kind')
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line transfer-name">{setting.name}</span>
          <StateText setting={setting} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">{setting.clinicName}</span>
          <span>{t(setting.kind)}</span>
        </div>
      </div>
      <PullMenu setting={setting} onPress={onPress} />
    </>
  )
}
