import { formatDay } from '@pontic/messages'
import { fail } from '../../platform/http/fail.ts'
import type { RequestFacts } from '../../platform/http/handlers.ts'
import { dayIn, zoneOfRequest } from '../../platform/http/reader-zone.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Asserts that a delivery day is not in the past.
 * @throws request.invalid at `field`, with today's date in the caller's time zone
 */
export type DayCheck = (field: string, day: string | null | undefined) => void

/** Creates the check for a caller. A day ends at midnight in the caller's time zone. */
export function createDayCheck({
  request,
  services,
}: {
  request: RequestFacts
  services: Services
}): DayCheck {
  const today = dayIn(zoneOfRequest(request), services.now())
  return (field, day) => {
    if (day && day < today)
      fail('request.invalid', { today: formatDay(request.language, today) }, { [field]: 'day_passed' })
  }
}
