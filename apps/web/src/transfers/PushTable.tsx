import { useMediaQuery } from '@mantine/hooks'
import type { PushSetting } from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../i18n.tsx'
import type { ListColumn } from '../ui/DataTable.tsx'
import { DateText, NumberText } from '../ui/formats.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import type { PressPush } from './use-push-actions.tsx'

/** Columns of the list of push settings. */
export function usePushColumns(onPress: PressPush): ListColumn<PushSetting>[] {
  const t = useTexts('transfers.push.column')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  // The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
  return useMemo(() => {
    const columns: (ListColumn<PushSetting> & { isWide?: boolean })[] = [
      { id: 'name', header: t('name'), cell: (setting) => <NameCell setting={setting} />, isName: true },
      { id: 'kind', header: t('kind'), cell: (setting) => <WayText setting={setting} />, isWide: true },
      { id: 'users', header: t('users'), cell: (setting) => <UsersText setting={setting} /> },
      { id: 'state', header: t('state'), cell: (setting) => <StateText setting={setting} /> },
      {
        id: 'waiting',
        header: t('waiting'),
        cell: ({ waiting }) => <NumberText value={waiting} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'failed',
        header: t('failed'),
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
        header: t('actions'),
        cell: (setting) => <PushMenu setting={setting} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, isNarrow, onPress])
}

const placeText = ({ address, bucket, folder }: PushSetting) =>
  [address, bucket, folder].filter((part) => part).join(' / ')

function NameCell({ setting }: { setting: PushSetting }) {
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

function WayText({ setting }: { setting: PushSetting }) {
  const t = useTexts('transfers')
  return (
    <span className="transfer-lines">
      <span>{t(`kind.${setting.kind}`)}</span>
      <span className="meta">{t(`format.${setting.format}`)}</span>
    </span>
  )
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

function StateText({ setting }: { setting: PushSetting }) {
  const t = useTexts('transfers.push')
  const state = stateOf(setting)
  return (
    <span className="transfer-state" data-state={state}>
      {t(state)}
    </span>
  )
}

function stateOf(setting: PushSetting): 'deleted' | 'gone' | 'on' | 'off' {
  if (setting.deletedAt !== null) return 'deleted'
  if (setting.switchedOffBecause !== null) return 'gone'
  return setting.isEnabled ? 'on' : 'off'
}

const actionsThere = ['edit', 'users', 'test', 'log', 'delete'] as const

function PushMenu({ setting, onPress }: { setting: PushSetting; onPress: PressPush }) {
  const t = useTexts('transfers.push')
  const names = setting.deletedAt === null ? actionsThere : (['restore'] as const)
  const actions = names.map((action) => ({
    key: action,
    label: t(`do.${action}`),
    isDangerous: action === 'delete',
    onSelect: () => onPress(action, setting),
  }))
  return <RowMenu label={t('actionsFor', { name: setting.name })} actions={actions} />
}

/** A push setting on a phone: two lines and its menu. */
export function PhonePushSetting({ setting, onPress }: { setting: PushSetting; onPress: PressPush }) {
  const t = useTexts('transfers.kind')
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line transfer-name">{setting.name}</span>
          <StateText setting={setting} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">
            <UsersText setting={setting} />
          </span>
          <span>{t(setting.kind)}</span>
        </div>
      </div>
      <PushMenu setting={setting} onPress={onPress} />
    </>
  )
}
