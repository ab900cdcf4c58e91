import { Button } from '@mantine/core'
import { type OrderType, proposeDelivery } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../ui/DayField.tsx'
import css from './DeliveryDay.module.css'

/** The delivery day that a laboratory's working days allow for a case sent today; undefined until the calendar is read. */
export function useProposedDay(labId: string | null, type: OrderType): string | undefined {
  const calendar = useRead(
    'delivery.getCalendar',
    { params: { id: labId ?? '' } },
    { isEnabled: labId !== null },
  )
  return calendar.data && labId !== null ? proposeDelivery(type, dayFromToday(), calendar.data) : undefined
}

/**
 * Proposes the usual delivery day of a laboratory with a button that selects it. Warns if the selected day is earlier.
 * @param props.labName undefined if the reader is the laboratory itself
 */
export function DeliveryProposal(props: {
  proposed: string | undefined
  labName?: string
  day: string | null
  onSelect: (day: string) => void
}) {
  const t = useTexts('delivery')
  const { weekday } = useFormats()
  const { proposed, labName, day, onSelect } = props
  if (proposed === undefined) return null
  const isTight = day !== null && day < proposed
  const names = { day: weekday(proposed), lab: labName ?? '' }
  const sentence = labName === undefined ? (isTight ? 'ownTight' : 'ownUsual') : isTight ? 'tight' : 'usual'
  return (
    <p className={css.proposal} data-tight={isTight || undefined} role="status">
      {t(sentence, names)}
      {day !== proposed && (
        <Button size="compact-xs" variant="subtle" onClick={() => onSelect(proposed)}>
          {t('take', names)}
        </Button>
      )}
    </p>
  )
}
