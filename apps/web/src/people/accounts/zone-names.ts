import { currentZoneName } from '@pontic/contract'
import { listTimeZones } from '../../frame/time-zone.ts'

/** A time zone with its name in a language. */
export type NamedZone = { readonly zone: string; readonly name: string }

type RegionLocale = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] }

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countryCodes = letters.flatMap((one) => letters.map((other) => one + other))

let countries: readonly { code: string; zones: readonly string[] }[] | undefined

/** Returns the zones of each country by its ISO code; none without data of countries. The first call takes about 0.2 s. */
function listCountries() {
  countries ??= countryCodes.flatMap((code) => {
    const locale: RegionLocale = new Intl.Locale(`und-${code}`)
    const zones = new Set((locale.getTimeZones?.() ?? locale.timeZones ?? []).map(currentZoneName))
    return zones.size > 0 ? [{ code, zones: [...zones] }] : []
  })
  return countries
}

/** Returns how a language writes the time of a place, such as `洛杉矶时间`; an abbreviation such as `PT` in some languages. */
const timeOf = (tag: string, timeZone: string): string =>
  new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'shortGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

// Zones of countries with one zone, whose time most languages write with the name of the country.
const sampleZones = { IN: 'Asia/Kolkata', VN: 'Asia/Ho_Chi_Minh', PE: 'America/Lima', NG: 'Africa/Lagos' }

/** Returns a function that finds the name of a place in the time of that place; undefined for an abbreviation. */
function createPlaceReader(tag: string, countryNameOf: (code: string) => string | undefined) {
  for (const [code, zone] of Object.entries(sampleZones)) {
    const [before, after, ...more] = timeOf(tag, zone).split(countryNameOf(code) ?? '\n')
    if (before === undefined || after === undefined || more.length > 0) continue
    return (text: string) =>
      text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length
        ? text.slice(before.length, text.length - after.length)
        : undefined
  }
  return () => undefined
}

/** Returns the name of a zone without data about the language. @example "America/New York" */
const plainZoneName = (zone: string): string => zone.replaceAll('_', ' ')

const cityOf = (zone: string) => plainZoneName(zone.slice(zone.lastIndexOf('/') + 1))

/**
 * Lists all current time zones by name in a language, from the data of `Intl`: the country, and the place if the country has
 * several zones. If the data does not contain the language, the names are those of the IANA database.
 * @param tag BCP 47 tag of the language
 */
export function listNamedZones(tag: string): NamedZone[] {
  const names = new Map<string, string>()
  if (Intl.DisplayNames.supportedLocalesOf(tag).length > 0) {
    const display = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
    const countryNameOf = (code: string) => display.of(code)
    const findPlace = createPlaceReader(tag, countryNameOf)
    // English cities are in the names of the zones. `Intl` has abbreviations for many of them.
    const placeOf = (zone: string) => (tag.startsWith('en') ? undefined : findPlace(timeOf(tag, zone)))
    for (const { code, zones } of listCountries()) {
      const country = countryNameOf(code)
      if (country === undefined) continue
      for (const zone of zones) {
        const place = zones.length === 1 ? country : (placeOf(zone) ?? cityOf(zone))
        names.set(zone, place === country ? place : `${country} · ${place}`)
      }
    }
  }
  const { compare } = new Intl.Collator(tag)
  return listTimeZones()
    .map((zone) => ({ zone, name: names.get(zone) ?? plainZoneName(zone) }))
    .sort((one, other) => compare(one.name, other.name))
}
