import type { Order } from '@pontic/contract'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { currentTimeZone, dayFromToday } from '../../../frame/time-zone.ts'
import type { ListSearch } from '../../../ui/list.ts'

// The Swedish format of a date is that of ISO 8601.
const dayOf = (moment: string) =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone: currentTimeZone() })

/** The days by which a list can be grouped, by its sort column. */
const days: Readonly<Record<string, (order: Order) => string | null>> = {
  createdAt: (order) => dayOf(order.createdAt),
  updatedAt: (order) => dayOf(order.updatedAt),
  deliveryOn: (order) => order.deliveryOn,
  scanDate: (order) => order.scanDate,
}

/** Whether a list with this sort order can be grouped by day. */
export const isByDay = ({ sort = 'createdAt' }: ListSearch): boolean => Object.hasOwn(days, sort)

/** Returns a function that returns the day of a case as a heading, such as "Today"; undefined if the list is not grouped. */
export function useDayGroups(search: ListSearch): ((order: Order) => string) | undefined {
  const t = useTexts()
  const { weekday, day: date } = useFormats()
  const { group, sort = 'createdAt' } = search
  return useMemo(() => {
    const dayIn = group === 'day' ? days[sort] : undefined
    if (dayIn === undefined) return undefined
    const named = {
      [dayFromToday()]: t('common.label.today'),
      [dayFromToday(1)]: t('orders.tomorrow'),
      [dayFromToday(-1)]: t('orders.yesterday'),
    }
    const year = dayFromToday().slice(0, 4)
    return (order) => {
      const day = dayIn(order)
      if (day === null) return t('orders.board.undated')
      return named[day] ?? (day.startsWith(year) ? weekday(day) : date(day))
    }
  }, [group, sort, t, weekday, date])
}
