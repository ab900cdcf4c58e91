import { Button } from '@mantine/core'
import { type OrderType, proposeDelivery } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../ui/DayField.tsx'
import css from './DeliveryDay.module.css'

/** The day that a laboratory's usual working days give a case which comes today; undefined until it is known. */
export function useProposedDay(labId: string | null, type: OrderType): string | undefined {
  const calendar = useRead(
    'delivery.getCalendar',
    { params: { id: labId ?? '' } },
    { isEnabled: labId !== null },
  )
  return calendar.data && labId !== null ? proposeDelivery(type, dayFromToday(), calendar.data) : undefined
}

/**
 * What a laboratory's usual pace says of a delivery day: the day it gives, taken by a press, and a word where the chosen one
 * is earlier.
 *
 * @param props.labName undefined where the reader is the laboratory itself
 */
export function DeliveryProposal(props: {
  proposed: string | undefined
  labName?: string
  day: string | null
  onTake: (day: string) => void
}) {
  const t = useTexts('delivery')
  const { weekday } = useFormats()
  const { proposed, labName, day, onTake } = props
  if (proposed === undefined) return null
  const isTight = day !== null && day < proposed
  const names = { day: weekday(proposed), lab: labName ?? '' }
  const sentence = labName === undefined ? (isTight ? 'ownTight' : 'ownUsual') : isTight ? 'tight' : 'usual'
  return (
    <p className={css.deliveryProposal} data-tight={isTight || undefined} role="status">
      {t(sentence, names)}
      {day !== proposed && (
        <Button size="compact-xs" variant="subtle" onClick={() => onTake(proposed)}>
          {t('take', names)}
        </Button>
      )}
    </p>
  )
}
