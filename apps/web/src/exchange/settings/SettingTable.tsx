import type { DeliveryState, PullState } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { oneOf } from '../../frame/search-checks.ts'
import type { FilterRow } from '../../ui/list.ts'
import { Lines, lines } from '../../ui/list-cells.tsx'
import { optionFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StateText } from '../../ui/StateText.tsx'
import type { Setting, SettingKind } from './place-form.ts'

/** The cell with the name and the remote location of a setting. */
export const NameCell = lines<Setting>(
  ({ name }) => name,
  ({ address, bucket, folder }) => [address, bucket, folder].filter((part) => part).join(' / '),
)

/** The name of a setting's kind of transfer. */
export const KindName = ({ row }: { row: Setting }) => <span>{useTexts('transfers.kind')(row.kind)}</span>

/** The cell with the kind of transfer. @param props.below a second line */
export function KindCell({ setting, below }: { setting: Setting; below: string }) {
  return <Lines top={<KindName row={setting} />} below={below} />
}

const settingTones = { on: undefined, off: 'warning', failed: 'danger', gone: 'danger' } as const

/** The state of a setting as coloured text. */
export function SettingState({ state }: { state: keyof typeof settingTones | 'running' | 'deleted' }) {
  const t = useTexts()
  if (state === 'deleted') return <StateText text={t('common.state.deleted')} tone="quiet" />
  const tone = state === 'running' ? 'quiet' : settingTones[state]
  return <StateText text={t(`transfers.settingState.${state}`)} tone={tone} />
}

/** The state of a delivery or of a case found by a poll, as coloured text. */
export function TransferState({ row: { state } }: { row: { state: DeliveryState | PullState } }) {
  const t = useTexts('transfers.state')
  const isQuiet = state === 'dropped'
  const isFailed = state === 'failed' || state === 'refused'
  const tone = isFailed ? 'danger' : state === 'waiting' ? 'warning' : isQuiet ? 'quiet' : undefined
  return <StateText text={t(state)} tone={tone} />
}

/** The filter of deliveries or imports by their setting. @param call the call that lists the settings */
export const settingFilter = (call: 'pushSettings.listOptions' | 'pullSettings.listOptions') =>
  optionFilter('setting', 'transfers.setting', () => {
    const settings = useRead(call, {})
    return (settings.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  })

/** The filter of deliveries by a setting of the user's organization. */
export const ownSettingFilter = optionFilter('setting', 'transfers.setting', () => {
  const settings = useRead('pushSettings.list', { body: {} })
  return (settings.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))
})

/** The filter that lists the deleted settings instead of the others. */
export const deletedFilter: FilterRow<boolean> = {
  ...optionFilter('shows', 'common.state.deleted', () => {
    const t = useTexts('transfers')
    return [{ value: 'deleted', label: t('showsDeleted') }]
  }),
  isValid: oneOf('deleted'),
  toValue: () => true,
}

const commonActions = ['edit', 'delete', 'restore'] as const
type CommonAction = (typeof commonActions)[number]
type ActionTexts = { push: 'users' | 'test' | 'log' | 'stop' | 'allow'; pull: 'run' | 'log' | 'runs' }

/** Returns the menu of a setting. A deleted setting can only be restored. */
export function useSettingMenu<Row extends Setting, Kind extends SettingKind>(
  settingKind: Kind,
  actions: readonly (CommonAction | ActionTexts[Kind])[],
  setting: Row,
  press: (action: CommonAction | ActionTexts[Kind], setting: Row) => void,
): MenuEntry[] {
  const t = useTexts(`transfers.${settingKind as SettingKind}.do`)
  const common = useTexts('common.do')
  const isCommon = (action: string): action is CommonAction => commonActions.some((one) => one === action)
  return (setting.deletedAt === null ? actions : (['restore'] as const)).map((action) => ({
    key: action,
    label: isCommon(action) ? common(action) : t(action as 'log'),
    isDangerous: action === 'delete',
    onSelect: () => press(action, setting),
  }))
}
