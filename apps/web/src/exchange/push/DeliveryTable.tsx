import { useMediaQuery } from '@mantine/hooks'
import type { Delivery } from '@pontic/contract'
import { useCallback, useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText, NumberText } from '../../ui/formats.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import type { PressDelivery } from './use-delivery-actions.tsx'

/** What a delivery is called: the step and the case's number, or a test. */
export function useDeliveryName(): (delivery: Delivery) => string {
  const t = useTexts('transfers')
  return useCallback(
    ({ event, orderNumber }) =>
      event === null
        ? t('event.test')
        : t('log.row', { event: t(`event.${event}`), number: orderNumber ?? '' }),
    [t],
  )
}

/** Columns of the log of deliveries. */
export function useDeliveryColumns(onPress: PressDelivery): ListColumn<Delivery>[] {
  const t = useTexts('transfers.log.column')
  const transfers = useTexts('transfers')
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<Delivery> & { isWide?: boolean })[] = [
      {
        id: 'case',
        header: common('label.case'),
        cell: (delivery) => <NameCell delivery={delivery} />,
        isName: true,
      },
      {
        id: 'setting',
        header: transfers('setting'),
        cell: (delivery) => <span className="one-line">{delivery.settingName}</span>,
      },
      {
        id: 'organization',
        header: t('organization'),
        cell: ({ organizationName }) => organizationName,
        isWide: true,
      },
      { id: 'state', header: common('label.status'), cell: (delivery) => <StateText delivery={delivery} /> },
      {
        id: 'tries',
        header: common('label.attempts'),
        cell: ({ attempts }) => <NumberText value={attempts} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'created',
        header: t('created'),
        cell: ({ createdAt }) => <DateText moment={createdAt} />,
        align: 'end',
      },
      {
        id: 'next',
        header: common('label.nextAttempt'),
        cell: ({ nextAt }) => <DateText moment={nextAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (delivery) => <DeliveryMenu delivery={delivery} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, transfers, isNarrow, onPress])
}

function NameCell({ delivery }: { delivery: Delivery }) {
  const nameOf = useDeliveryName()
  return (
    <span className="transfer-lines">
      <span className="one-line">{nameOf(delivery)}</span>
      {delivery.lastError && (
        <span className="meta one-line" title={delivery.lastError}>
          {delivery.lastError}
        </span>
      )}
    </span>
  )
}

function StateText({ delivery }: { delivery: Delivery }) {
  const t = useTexts('transfers.state')
  return (
    <span className="transfer-state" data-state={delivery.state}>
      {t(delivery.state)}
    </span>
  )
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

function DeliveryMenu({ delivery, onPress }: { delivery: Delivery; onPress: PressDelivery }) {
  const t = useTexts('transfers.log')
  const nameOf = useDeliveryName()
  const actions = actionsOf(delivery).map((action) => ({
    key: action,
    label: t(`do.${action}`),
    isDangerous: action === 'drop',
    onSelect: () => onPress(action, [delivery]),
  }))
  return <RowMenu label={t('actionsFor', { name: nameOf(delivery) })} actions={actions} />
}

/** A delivery on a phone: two lines and its menu. */
export function PhoneDelivery({ delivery, onPress }: { delivery: Delivery; onPress: PressDelivery }) {
  const nameOf = useDeliveryName()
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line transfer-name">{nameOf(delivery)}</span>
          <StateText delivery={delivery} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">{delivery.settingName}</span>
          <DateText moment={delivery.createdAt} />
        </div>
      </div>
      <DeliveryMenu delivery={delivery} onPress={onPress} />
    </>
  )
}
