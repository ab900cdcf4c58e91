import * as z from 'zod/mini'

/** Any text. */
export const text = z.string()

/** A port; 0 picks a free one. */
export const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))

/** An integer of at least `minimum`. */
export const count = (minimum: number) =>
  z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(10_000))

/** `yes` or `no`. */
export const yesOrNo = z.pipe(
  z.enum(['yes', 'no']),
  z.transform((value) => value === 'yes'),
)

/** Address of a site: http or https, without a path. */
export const webAddress = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value)
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === ''
    )
  }),
)

/** HTTPS address of an SMS gateway. Placeholders are not valid in a URL, so they are removed before validation. */
export const gatewayAddress = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value.replace(/\{(to|digits|text)\}/g, '0'))
    return (
      url !== null &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1'))
    )
  }),
)

// Text that is not JSON fails as a table too.
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Headers as a JSON object of names and printable values. */
export const headerTable = z.pipe(
  z.pipe(z.string(), z.transform(parseJson)),
  z.record(z.string().check(z.regex(/^[\w-]+$/)), z.string().check(z.regex(/^[\x20-\x7e]*$/))),
)
