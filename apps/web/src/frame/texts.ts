import { defaultLanguage, type Language, languages } from '@pontic/contract'
import type { Catalogue } from '@pontic/messages'
import type { TextPart } from '@pontic/messages/parts'
import { fetchPart } from './fetch-part.ts'

/** The texts that are here, in their language. Parts that no screen has asked for are missing from `messages`. */
export type ShownTexts = { readonly language: Language; readonly messages: Catalogue }

const isLanguage = (name: string | undefined): name is Language => languages.some((known) => known === name)

/** The language of the cookie `language`, or en_US (requirement 9.language). The SDK sends it as Accept-Language. */
export function readLanguage(): Language {
  const found = /(?:^|;\s*)language=([A-Za-z_]+)/.exec(document.cookie)?.[1]
  return isLanguage(found) ? found : defaultLanguage
}

let shown: ShownTexts | undefined
const asked = new Map<TextPart, Promise<void>>()
const listeners = new Set<() => void>()

function show(language: Language, texts: readonly object[]): void {
  shown = { language, messages: texts.reduce(mergeTexts, {}) as Catalogue }
  for (const listener of listeners) listener()
}

// Two parts may hold groups of one feature.
function mergeTexts(one: object, other: object): object {
  const known = one as Record<string, object>
  return {
    ...known,
    ...Object.fromEntries(Object.entries(other).map(([key, texts]) => [key, { ...known[key], ...texts }])),
  }
}

/** What is here now; the same object until it changes. */
export function currentTexts(): ShownTexts {
  shown ??= { language: readLanguage(), messages: {} as Catalogue }
  return shown
}

/** Calls `listener` whenever texts come or the language changes. @returns what ends that */
export function hearTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function bring(part: TextPart): Promise<void> {
  const { language } = currentTexts()
  const texts = await fetchPart(language, part)
  // A language that was chosen in the meantime came with this part.
  const now = currentTexts()
  if (now.language === language) show(language, [now.messages, texts])
}

/**
 * Fetches parts of the texts, each once; the languages that are chosen later bring them too.
 * @throws what the browser's import throws: the line is down, or the portal was updated in the meantime
 */
export async function needTexts(parts: readonly TextPart[]): Promise<void> {
  await Promise.all(
    parts.map((part) => {
      const coming =
        asked.get(part) ??
        bring(part).catch((error: unknown) => {
          asked.delete(part)
          throw error
        })
      asked.set(part, coming)
      return coming
    }),
  )
}

/** Fetches all parts in another language and draws the page in it. @throws as {@link needTexts}; the old one stays then */
export async function changeTexts(language: Language): Promise<void> {
  const parts = [...asked.keys()]
  const texts = await Promise.all(parts.map((part) => fetchPart(language, part)))
  // A screen that was opened in the meantime has asked for more.
  if (parts.length < asked.size) await changeTexts(language)
  else show(language, texts)
}
