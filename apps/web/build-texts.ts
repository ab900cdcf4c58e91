import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compileMessage from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { completeCatalogue } from '../../packages/messages/src/catalogue.ts'
import { pickPart, type TextPart, textParts } from '../../packages/messages/src/parts.ts'

type Texts = { [key: string]: string | Texts }

const compileTexts = (texts: Texts): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compileMessage(text) : compileTexts(text),
    ]),
  )

const messages = new URL('../../packages/messages/src/', import.meta.url)

const readTexts = (file: string): Texts => JSON.parse(readFileSync(new URL(file, messages), 'utf8')) as Texts

const languages = readdirSync(messages).filter((name) => /^\w+\.json$/.test(name))

/** `fetch-part.ts` as the page carries it: an import of a file for each part of each language. */
function printSources(): string {
  const rows = languages.flatMap((file) =>
    Object.keys(textParts).map((part) => {
      const address = JSON.stringify(`${fileURLToPath(new URL(file, messages))}?part=${part}`)
      return `'${file.slice(0, -5)}/${part}': () => import(${address})`
    }),
  )
  return (
    `const parts = {${rows.join(',')}}\n` +
    'export const fetchPart = async (language, part) => (await parts[language + "/" + part]()).default'
  )
}

/**
 * Makes the parts in which pages fetch the texts: completed by English, and compiled, so that no page carries a parser of
 * ICU messages.
 */
export const partedMessages: Plugin = {
  name: 'parted-messages',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/web/src/frame/fetch-part.ts') ? { code: printSources(), moduleType: 'js' } : undefined,
  transform: (_, id) => {
    const [, file, part] = /\/messages\/src\/(\w+\.json)\?.*\bpart=(\w+)/.exec(id) ?? []
    if (file === undefined || part === undefined) return undefined
    const whole = completeCatalogue(readTexts('en_US.json'), readTexts(file))
    const texts = compileTexts(pickPart(whole, part as TextPart) as Texts)
    return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js', map: null }
  },
}
