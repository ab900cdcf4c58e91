import { defaultLanguage, type Language, languages } from '@pontic/contract'
import type { Catalogue, MessageKey } from '@pontic/messages'
import { fetchPart, firstParts } from './fetch-part.ts'

/** The texts that are here, in their language. Parts that no screen has asked for are missing from `messages`. */
export type ShownTexts = { readonly language: Language; readonly messages: Catalogue }

const isLanguage = (name: string | undefined): name is Language => languages.some((known) => known === name)

/** The language of the cookie `language`, or en_US (requirement 9.language). The SDK sends it as Accept-Language. */
export function readLanguage(): Language {
  const found = /(?:^|;\s*)language=([A-Za-z_]+)/.exec(document.cookie)?.[1]
  return isLanguage(found) ? found : defaultLanguage
}

let shown: ShownTexts | undefined
const asked = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

type Texts = { [key: string]: unknown }

// Parts may have texts of the same group. A text is a string or a list.
function addTexts(known: Texts, texts: Texts): Texts {
  for (const [key, text] of Object.entries(texts))
    known[key] =
      typeof text === 'object' && !Array.isArray(text)
        ? addTexts((known[key] ?? {}) as Texts, text as Texts)
        : text
  return known
}

/** What is here now; the same object until it changes. */
export function currentTexts(): ShownTexts {
  shown ??= { language: readLanguage(), messages: {} as Catalogue }
  return shown
}

/** A text of every page without placeholders, for code outside of components. */
export function plainText(key: MessageKey): string {
  const path = key.split('.')
  return path.reduce<unknown>((texts, name) => (texts as Texts)[name], currentTexts().messages) as string
}

/** Calls `listener` when the language changes. @returns ends that */
export function hearTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function bring(part: string): Promise<void> {
  const { language } = currentTexts()
  const texts = await fetchPart(language, part)
  // A language that was chosen in the meantime came with this part.
  const now = currentTexts()
  // The object stays the same: nothing that is on the page needs the new texts, so nothing renders again.
  if (now.language === language) addTexts(now.messages, texts as Texts)
}

/**
 * Fetches parts of the texts, each once, those of every page by default. A language that is chosen later brings them too.
 * @throws what the browser's import throws: the line is down, or the portal was updated in the meantime
 */
export async function needTexts(parts: readonly string[] = firstParts): Promise<void> {
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

/** Waits for a module and its texts. The build puts it around each lazy import of a module that shows texts. */
export async function withTexts<Module>(parts: readonly string[], module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, needTexts(parts)])
  return loaded
}

/** Fetches all parts in another language and draws the page in it. @throws as {@link needTexts}; the old one stays then */
export async function changeTexts(language: Language): Promise<void> {
  const parts = [...asked.keys()]
  const texts = await Promise.all(parts.map((part) => fetchPart(language, part)))
  // A screen that was opened in the meantime has asked for more.
  if (parts.length < asked.size) await changeTexts(language)
  else {
    shown = {
      language,
      messages: texts.reduce<Texts>((all, one) => addTexts(all, one as Texts), {}) as Catalogue,
    }
    for (const listener of listeners) listener()
  }
}
