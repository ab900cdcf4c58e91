import { type Delivery, deliveryStates, pushEvents } from '@pontic/contract'
import { useCallback } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import type { List } from '../../ui/list.ts'
import { date, Lines, line, number, OneLine } from '../../ui/list-cells.tsx'
import { choice, picked, words } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StateText } from '../settings/SettingTable.tsx'

/** What can be done with deliveries. */
export type PressDelivery = (action: 'open' | 'replay' | 'drop', deliveries: readonly Delivery[]) => void

type Props = { row: Delivery }

/** What push settings have sent. */
export const deliveryList: List<'pushSettings.listDeliveries', PressDelivery> = {
  call: 'pushSettings.listDeliveries',
  name: 'deliveries',
  label: 'screens.pushDeliveries',
  filters: {
    words: words('transfers.log.search', 60),
    state: choice('state', deliveryStates, 'common.label.status', 'transfers.state'),
    event: choice('event', pushEvents, 'transfers.log.event', 'order.timeline'),
    settingId: picked('setting', 'transfers.setting', () => {
      const settings = useRead('pushSettings.listOptions', {})
      return (settings.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))
    }),
    organizationId: null,
  },
  columns: {
    case: { header: 'common.label.case', cell: NameCell, isName: true },
    setting: { header: 'transfers.setting', cell: line((row) => row.settingName) },
    organization: { header: 'common.label.organization', cell: 'organizationName', roomEm: 72 },
    state: { header: 'common.label.status', cell: State },
    tries: {
      header: 'common.label.attempts',
      cell: number((row) => row.attempts),
      align: 'end',
      roomEm: 72,
    },
    created: { header: 'transfers.log.column.created', cell: date((row) => row.createdAt), align: 'end' },
    next: {
      header: 'common.label.nextAttempt',
      cell: date((row) => row.nextAt),
      align: 'end',
      roomEm: 72,
    },
  },
  rowName: useDeliveryName,
  useMenu: useDeliveryMenu,
  menuLabel: 'transfers.log.actionsFor',
  phone: { mark: State, left: 'settingName', right: date((row) => row.createdAt) },
  none: { title: 'transfers.log.none', all: 'common.do.showAll' },
  empty: { drawing: 'letter', title: 'transfers.log.empty.title', text: 'transfers.log.empty.text' },
}

/** What a delivery is called: the step and the case's number, or a test. */
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

function State({ row }: Props) {
  const t = useTexts('transfers.state')
  return <StateText state={row.state} text={t(row.state)} />
}

/** Whether it can be sent again: a test is not, another one is sent. */
export const mayReplay = ({ event }: Delivery): boolean => event !== null

function actionsOf(delivery: Delivery) {
  const isOpenEnded = delivery.state === 'waiting' || delivery.state === 'failed'
  return [
    'open' as const,
    ...(mayReplay(delivery) ? (['replay'] as const) : []),
    ...(isOpenEnded ? (['drop'] as const) : []),
  ]
}

function useDeliveryMenu(delivery: Delivery, press: PressDelivery): MenuEntry[] {
  const t = useTexts('transfers.log')
  return actionsOf(delivery).map((action) => ({
    key: action,
    label: t(`do.${action}`),
    isDangerous: action === 'drop',
    onSelect: () => press(action, [delivery]),
  }))
}
