import { currentZoneName } from '@pontic/contract'
import { useSyncExternalStore } from 'react'

const zoneKey = 'pontic.zone'
const listeners = new Set<() => void>()

function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The zone to use for what a device reports, by its current IANA name; UTC for a name that is not a zone, such as
 * Chromium's `Etc/Unknown`.
 */
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

let current = readZone()

/** The zone in use, for what is no component. */
export const currentTimeZone = (): string => current

/** The zone that moments are shown in: the one chosen, else that of the device. */
export const useTimeZone = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

/** Shows moments in another zone from now on; kept in this browser. @param zone null: that of the device */
export function setTimeZone(zone: string | null): void {
  try {
    if (zone === null) localStorage.removeItem(zoneKey)
    else localStorage.setItem(zoneKey, zone)
  } catch {
    // A browser that keeps nothing shows it until the page is closed.
  }
  current = zone !== null && isKnown(zone) ? zone : deviceZone
  for (const listener of listeners) listener()
}

/** Every zone that this browser knows, by its current IANA name, in alphabetical order. */
export const listTimeZones = (): string[] => [
  ...new Set(Intl.supportedValuesOf('timeZone').map(currentZoneName).sort()),
]
