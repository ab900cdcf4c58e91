import type { BrowserContext } from '@playwright/test'

/** A letter that is in no text of the catalogue and in no name of the demo. */
export const mark = 'õ'

/** Makes each word of a text 40 % longer. */
export const lengthen = (text: string): string =>
  text.replaceAll(/\p{L}{2,}/gu, (word) => word + mark.repeat(Math.round(word.length * 0.4)))

/** Lengthens a compiled text or a group of them. Names of placeholders, formats and options stay. */
function lengthenAll(value: unknown): unknown {
  if (typeof value === 'string') return lengthen(value)
  if (Array.isArray(value))
    return value.map((part) => (Array.isArray(part) ? lengthenPart(part) : lengthenAll(part)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lengthenAll(inner)]))
}

/** Lengthens the options of a placeholder, a plural form or a tag: `[name, …options]`. */
const lengthenPart = ([name, ...options]: unknown[]) => [
  name,
  ...options.map((option) => (typeof option === 'object' ? lengthenAll(option) : option)),
]

/** Makes all English texts of a browser 40 % longer, as in a language with long words. */
export async function lengthenTexts(context: BrowserContext): Promise<void> {
  await context.route('**/assets/texts-*/en_US-*.js', async (route) => {
    const response = await route.fetch()
    const start = 'export default '
    const texts: unknown = JSON.parse((await response.text()).slice(start.length))
    await route.fulfill({ response, body: start + JSON.stringify(lengthenAll(texts)) })
  })
}
