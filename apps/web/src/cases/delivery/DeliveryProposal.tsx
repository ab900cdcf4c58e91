import { Button } from '@mantine/core'
import { type OrderType, proposeDelivery } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../frame/time-zone.ts'
import css from './DeliveryDay.module.css'

/**
 * Returns the delivery day (`YYYY-MM-DD`) that a laboratory's calendar proposes for a case sent today.
 * @returns undefined without a laboratory, or until its calendar is loaded
 */
export function useProposedDay(labId: string | null, type: OrderType): string | undefined {
  const calendar = useRead(
    'delivery.getCalendar',
    { params: { id: labId ?? '' } },
    { isEnabled: labId !== null },
  )
  return calendar.data && labId !== null ? proposeDelivery(type, dayFromToday(), calendar.data) : undefined
}

/**
 * Proposes a laboratory's usual delivery day, with a button that selects it. If the selected day is earlier, the text warns.
 * @param props.labName undefined if the user belongs to the laboratory
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
