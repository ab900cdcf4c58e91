import type { MailFrequency } from '@pontic/contract'
import { dayIn, momentIn, startOfDay } from '../../platform/http/reader-zone.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Hour of the day, in the reader's time zone, at which daily digests are sent. */
export const digestHour = 7

/** Minimum time between two mails about one case to one reader, except questions (rules §16). */
export const caseMailPauseMs = 600_000

/**
 * Returns the time of the next digest: in an hour, so that the digests of all readers are spread over the hour, or at seven in the
 * morning.
 * @param zone IANA name of the reader's time zone
 */
export function nextDigestAt(frequency: MailFrequency, zone: string, now: Date): Date {
  if (frequency === 'at_once') return now
  if (frequency === 'hourly') return new Date(now.getTime() + hourMs)
  const today = dayIn(zone, now)
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  const morning = digestTimeOf(zone, today)
  return morning > now ? morning : digestTimeOf(zone, tomorrow)
}

function digestTimeOf(zone: string, day: string): Date {
  const firstMs = startOfDay(zone, day) + digestHour * hourMs
  // After a clock change the first estimate is an hour off.
  const [hours = 0, minutes = 0] = momentIn(zone, new Date(firstMs)).slice(11).split(':').map(Number)
  return new Date(firstMs + (digestHour - hours) * hourMs - minutes * 60_000)
}
