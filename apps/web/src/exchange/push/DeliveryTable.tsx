import { type Delivery, deliveryStates, pushEvents } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { type List, wideEnd } from '../../ui/list.ts'
import { date, Lines, line, number, OneLine } from '../../ui/list-cells.tsx'
import { choiceFilter, searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { ownSettingFilter, settingFilter, TransferState } from '../settings/SettingTable.tsx'

/** Runs an action on deliveries. */
export type PressDelivery = (action: 'open' | 'replay' | 'drop', deliveries: readonly Delivery[]) => void

type Props = { row: Delivery }

/** The list of the deliveries of push settings. */
export const deliveryList: List<'pushSettings.listDeliveries', PressDelivery> = {
  call: 'pushSettings.listDeliveries',
  name: 'deliveries',
  label: 'screens.pushDeliveries',
  filters: {
    words: searchFilter('transfers.log.search', 60),
    state: choiceFilter('state', deliveryStates, 'common.label.status', 'transfers.state.'),
    event: choiceFilter('event', pushEvents, 'transfers.log.event', 'order.timeline.'),
    settingId: settingFilter('pushSettings.listOptions'),
    organizationId: null,
  },
  columns: {
    case: { header: 'common.label.case', cell: NameCell, isName: true },
    setting: { header: 'transfers.setting', cell: line((row) => row.settingName) },
    organization: { header: 'common.label.organization', cell: 'organizationName', minWidthEm: 72 },
    state: { header: 'common.label.status', cell: TransferState },
    tries: { header: 'common.label.attempts', cell: number((row) => row.attempts), ...wideEnd },
    created: { header: 'transfers.log.column.created', cell: date((row) => row.createdAt), align: 'end' },
    next: { header: 'common.label.nextAttempt', cell: date((row) => row.nextAt), ...wideEnd },
  },
  rowName: useDeliveryName,
  useMenu: useDeliveryMenu,
  menuLabel: 'transfers.log.actionsFor',
  phone: { mark: TransferState, left: 'settingName', right: date((row) => row.createdAt) },
  none: { title: 'transfers.log.none', all: 'common.do.showAll' },
  empty: { drawing: 'letter', title: 'transfers.log.empty.title', text: 'transfers.log.empty.text' },
}

const { organization: _, ...ownColumns } = deliveryList.columns

/** The list of the deliveries of the settings of the user's organization. */
export const ownDeliveryList: typeof deliveryList = {
  ...deliveryList,
  name: 'ownDeliveries',
  filters: { ...deliveryList.filters, settingId: ownSettingFilter },
  columns: ownColumns,
}

/** @returns a function that names a delivery by its event and the number of its case; a test delivery has a fixed name */
export function useDeliveryName(): (delivery: Delivery) => string {
  const t = useTexts('transfers')
  const steps = useTexts('order.timeline')
  return useCallback(
    ({ event, orderNumber }) =>
      event === null ? t('test') : t('log.row', { event: steps(event), number: orderNumber ?? '' }),
    [t, steps],
  )
}

function NameCell({ row }: Props) {
  const nameOf = useDeliveryName()
  return (
    <Lines
      top={<span className="one-line">{nameOf(row)}</span>}
      below={row.lastError && <OneLine text={row.lastError} />}
    />
  )
}

/** Whether a delivery can be sent again. Instead of repeating a test delivery, the user sends a new test. */
export const canReplay = ({ event }: Delivery): boolean => event !== null

function useDeliveryMenu(delivery: Delivery, press: PressDelivery): MenuEntry[] {
  const t = useTexts('transfers.log.do')
  const entry = (action: Parameters<PressDelivery>[0]) => ({
    key: action,
    label: t(action),
    isDangerous: action === 'drop',
    onSelect: () => press(action, [delivery]),
  })
  const isPending = delivery.state === 'waiting' || delivery.state === 'failed'
  return [
    entry('open'),
    ...(canReplay(delivery) ? [entry('replay')] : []),
    ...(isPending ? [entry('drop')] : []),
  ]
}
