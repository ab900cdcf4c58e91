import { currentZoneName } from '@pontic/contract'
import { useSyncExternalStore } from 'react'

const zoneKey = 'pontic.zone'
const listeners = new Set<() => void>()

/** The zone of this device, by its current IANA name. */
export const deviceZone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)

function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

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
