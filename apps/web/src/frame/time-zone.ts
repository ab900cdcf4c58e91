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

/** The current IANA name of a zone that a device reports; UTC for a name that is no zone, such as Chromium's `Etc/Unknown`. */
export const zoneOfDevice = (reported: string): string =>
  isKnown(reported) ? currentZoneName(reported) : 'UTC'

/** The zone of this device. */
export const deviceZone = zoneOfDevice(Intl.DateTimeFormat().resolvedOptions().timeZone)

function readZone(): string {
  try {
    const kept = localStorage.getItem(zoneKey)
    return kept !== null && isKnown(kept) ? kept : deviceZone
  } catch {
    return deviceZone
  }
}

const shownZone = createStore(readZone())

/** The zone in use, outside of components. */
export const currentTimeZone = shownZone.get

/** The zone that moments are shown in: the user's choice, or the zone of the device. */
export const useTimeZone = shownZone.useValue

/** Shows moments in another zone and keeps it in this browser. @param zone null for the zone of the device */
export function setTimeZone(zone: string | null): void {
  try {
    if (zone === null) localStorage.removeItem(zoneKey)
    else localStorage.setItem(zoneKey, zone)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  shownZone.set(zone !== null && isKnown(zone) ? zone : deviceZone)
}

/** All zones of this browser, by their current IANA names, in alphabetical order. */
export const listTimeZones = (): string[] => [
  ...new Set(Intl.supportedValuesOf('timeZone').map(currentZoneName).sort()),
]
