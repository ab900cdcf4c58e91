import { currentZoneName } from '@pontic/contract'
import { createStore } from './store.ts'

const zoneKey = 'pontic.zone'

function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the current IANA name of a zone that a device reports; UTC for an unknown name such as Chromium's `Etc/Unknown`. */
export const zoneOfDevice = (reported: string): string =>
  isKnown(reported) ? currentZoneName(reported) : 'UTC'

/** IANA name of the time zone of this device. */
export const deviceZone = zoneOfDevice(Intl.DateTimeFormat().resolvedOptions().timeZone)

function readZone(): string {
  try {
    const stored = localStorage.getItem(zoneKey)
    return stored !== null && isKnown(stored) ? stored : deviceZone
  } catch {
    return deviceZone
  }
}

const shownZone = createStore(readZone())

/** Returns the zone in use, for code outside of components. */
export const currentTimeZone = shownZone.get

/** Returns the zone in which dates and times are shown: the user's choice, or the zone of the device. */
export const useTimeZone = shownZone.useValue

/** Changes the time zone and stores it in this browser. @param zone null for the zone of the device */
export function setTimeZone(zone: string | null): void {
  try {
    if (zone === null) localStorage.removeItem(zoneKey)
    else localStorage.setItem(zoneKey, zone)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  shownZone.set(zone !== null && isKnown(zone) ? zone : deviceZone)
}

/** Lists the current IANA names of all zones of this browser, in alphabetical order. */
export const listTimeZones = (): string[] => [
  ...new Set(Intl.supportedValuesOf('timeZone').map(currentZoneName).sort()),
]

let dayFormat: { readonly zone: string; readonly format: (moment: Date) => string } | undefined

// Creating a format takes 50 times as long as formatting a date, and each row of a list needs the current day.
function toDay(moment: Date): string {
  const zone = currentTimeZone()
  // The Swedish format of a date is that of ISO 8601.
  if (dayFormat?.zone !== zone)
    dayFormat = { zone, format: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format }
  return dayFormat.format(moment)
}

/** Returns today in the zone in use plus a number of days, as `YYYY-MM-DD`. */
export function dayFromToday(days = 0): string {
  const day = new Date(`${toDay(new Date())}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
