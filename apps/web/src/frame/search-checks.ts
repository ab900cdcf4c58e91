/** Checks a value of the query in an address. */
export type SearchCheck = (text: string) => boolean

/** A check that gives the value its type. */
export type SearchGuard<Value extends string> = (text: string) => text is Value

/** Creates a check that accepts these values. */
export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (text: string): text is Value =>
    values.some((value) => value === text)

/** Creates a check that accepts texts up to a length in UTF-16 units. */
export const upTo = (lengthMax: number) => (text: string) => text.length <= lengthMax

/** Creates a check that accepts texts that match a pattern. */
export const matching = (pattern: RegExp) => (text: string) => pattern.test(text)

/** Accepts what the schema `Id` accepts. Lists check their addresses without schemas, so that they load no schemas. */
export const isId = matching(
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i,
)

/** Accepts what the schema `Day` accepts: a day of the calendar in the years 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  // The parser of the browser may read 30 February as 2 March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
