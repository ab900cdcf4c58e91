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

type ShownDay = { readonly zone: string; readonly minute: number; readonly day: string }
let today: ShownDay | undefined

// Each row of a list needs the current day. No zone begins a day within a minute.
function readToday(): string {
  const zone = currentTimeZone()
  const minute = Math.floor(Date.now() / 60_000)
  if (today?.zone !== zone || today.minute !== minute) {
    // The Swedish format of a date is that of ISO 8601.
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(minute * 60_000)
    today = { zone, minute, day }
  }
  return today.day
}

/** Returns today in the zone in use plus a number of days, as `YYYY-MM-DD`. */
export function dayFromToday(days = 0): string {
  if (days === 0) return readToday()
  const day = new Date(`${readToday()}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
