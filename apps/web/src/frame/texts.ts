import { type Language, selectVariant, toLanguage, type VariantName } from '@pontic/contract'
import { type Catalogue, type MessageKey, tagOf } from '@pontic/messages'
import { loadWhenConnected } from './connection.ts'
import { fetchPart, firstParts } from './fetch-part.ts'
import type { IntlData, IntlFormats } from './intl-data.ts'

declare const __VARIANT__: VariantName

selectVariant(__VARIANT__)

/** The loaded texts and their language. `messages` contains only the parts that were loaded. */
export type ShownTexts = {
  readonly language: Language
  readonly messages: Catalogue
  /** Formats of a language that the browser cannot format. */
  formats?: IntlFormats | undefined
}

/** Reads the cookie `language`; without it, returns the default language of the variant (requirement 9.language). */
function readLanguage(): Language {
  const found = /(?:^|;\s*)language=([A-Za-z_]+)/.exec(document.cookie)?.[1]
  return toLanguage(found)
}

let shown: ShownTexts | undefined
/** The parts that were requested so far. */
const requested = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

type Texts = { [key: string]: unknown }

// Merges deeply, because parts may have texts of the same group. A compiled text is a string or an array.
function addTexts(known: Texts, texts: Texts): Texts {
  for (const [key, text] of Object.entries(texts))
    known[key] =
      typeof text === 'object' && !Array.isArray(text)
        ? addTexts((known[key] ?? {}) as Texts, text as Texts)
        : text
  return known
}

/** Returns the loaded texts and their language, which the SDK sends. The object stays the same until the language changes. */
export function currentTexts(): ShownTexts {
  shown ??= { language: readLanguage(), messages: {} as Catalogue }
  return shown
}

/** Returns a text for code outside of components. The text must have no placeholders and be in a part that is loaded. */
export function plainText(key: MessageKey): string {
  const path = key.split('.')
  return path.reduce<unknown>((texts, name) => (texts as Texts)[name], currentTexts().messages) as string
}

/** Calls `listener` when the language changes. @returns a function that unsubscribes */
export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function loadPart(part: string): Promise<void> {
  const { language } = currentTexts()
  const texts = await fetchPart(language, part)
  const now = currentTexts()
  // If the language has changed in the meantime, `changeTexts` has loaded this part. Otherwise the texts are
  // added to the same object, so that no component renders again. No component on the page needs the added
  // texts yet.
  if (now.language === language) addTexts(now.messages, texts as Texts)
  now.formats ??= await loadFormats(language, texts)
}

/** Loads the formats of a language if its texts contain their data (`build-intl-data.ts`). */
async function loadFormats(language: Language, texts: object): Promise<IntlFormats | undefined> {
  const { intlData } = texts as { intlData?: IntlData }
  if (!intlData) return undefined
  const { createIntlFormats } = await import('./intl-data.ts')
  return createIntlFormats(tagOf(language), intlData)
}

/**
 * Loads parts of the texts, by default those that every page needs. Each part is fetched once per language.
 * @throws TypeError if the import fails: the browser is offline, or the portal was updated in the meantime
 */
export async function loadTexts(parts: readonly string[] = firstParts): Promise<void> {
  await Promise.all(
    parts.map((part) => {
      const loading =
        requested.get(part) ??
        loadPart(part).catch((error: unknown) => {
          requested.delete(part)
          throw error
        })
      requested.set(part, loading)
      return loading
    }),
  )
}

/**
 * Loads a module and its texts, when the server can be reached. The build passes each lazy import to this function.
 * @throws TypeError if the server answers but has no such file, because the portal was updated
 */
export async function withTexts<Module>(
  parts: readonly string[],
  load: () => Promise<Module>,
): Promise<Module> {
  return await loadWhenConnected(async () => {
    const [loaded] = await Promise.all([load(), loadTexts(parts)])
    return loaded
  })
}

let chosen: Language | undefined

/**
 * Loads all requested parts in another language and renders the page in it. If another language is chosen in the meantime, the
 * earlier choice has no effect.
 * @throws TypeError as {@link loadTexts}
 */
export async function changeTexts(language: Language): Promise<void> {
  chosen = language
  const parts = [...requested.keys()]
  const texts = await Promise.all(parts.map((part) => fetchPart(language, part)))
  if (chosen !== language) return
  // A screen that was opened in the meantime has requested more parts.
  if (parts.length < requested.size) await changeTexts(language)
  else {
    const messages = texts.reduce<Texts>((all, one) => addTexts(all, one as Texts), {}) as Catalogue
    const formats = await loadFormats(language, messages)
    if (chosen !== language) return
    shown = { language, messages, formats }
    for (const listener of listeners) listener()
  }
}
