import type { Language } from '@pontic/contract'
import { createTranslator } from 'use-intl/core'
import {
  type Catalogue,
  completeCatalogue,
  type MessageKey,
  type MessageParams,
  type RequiredTexts,
} from './catalogue.ts'
import en from './en_US.json' with { type: 'json' }
import { tagOf } from './language.ts'
import { withoutDoublePeriods } from './periods.ts'

// Fails to compile if an error key or a field message has no English text.
en satisfies RequiredTexts

/**
 * Reads a catalogue at its first use, because parsing those of all languages takes a node a tenth of a second and 30 MB. Only
 * servers translate, so pages never load this.
 */
function readCatalogue(language: Language): Catalogue {
  const { createRequire } = process.getBuiltinModule('node:module')
  return completeCatalogue(en, createRequire(import.meta.url)(`./${language}.json`))
}

type Translator = {
  (key: string, params?: MessageParams): string
  raw: (key: string) => unknown
}

const translators = new Map<Language, Translator>()

function translatorOf(language: Language): Translator {
  const known = translators.get(language)
  if (known) return known
  const translator = createTranslator({
    locale: tagOf(language),
    messages: (language === 'en_US' ? en : readCatalogue(language)) as Record<string, unknown>,
    timeZone: 'UTC',
    onError: (error) => {
      throw error
    },
  }) as Translator
  translators.set(language, translator)
  return translator
}

/** Returns a function that computes each text of a language once, because lists and exports show the same texts in each row. */
function once<Result>(compute: (language: Language, key: MessageKey) => Result) {
  const computed = new Map<Language, Map<MessageKey, Result>>()
  return (language: Language, key: MessageKey): Result => {
    const texts = computed.get(language) ?? new Map<MessageKey, Result>()
    computed.set(language, texts)
    const known = texts.get(key)
    if (known !== undefined) return known
    const result = compute(language, key)
    texts.set(key, result)
    return result
  }
}

// Without params use-intl returns the raw text with its placeholders. With an empty object it reports missing values.
const noParams: MessageParams = {}

const fixedText = once((language, key) =>
  withoutDoublePeriods(translatorOf(language)(key, noParams), noParams),
)

/** Splits a text at its placeholders: `Case {number}` into `['Case ', 'number', '']`. Returns null if it has other ICU syntax. */
const splitText = once((language, key): readonly string[] | null => {
  const parts = String(translatorOf(language).raw(key)).split(/\{(\w+)\}/)
  // Braces, apostrophes and angle brackets are ICU syntax.
  return parts.some((part) => /[{}'<>]/.test(part)) ? null : parts
})

/**
 * Formats the text of a key in a language (ICU message format), for mails and replies of the server.
 * @param params values of the placeholders
 * @throws IntlError if a placeholder has no value or the key is unknown
 */
export function translate(language: Language, key: MessageKey, params = noParams): string {
  if (params === noParams) return fixedText(language, key)
  const parts = splitText(language, key)
  // The names of the placeholders are at odd positions. If a value is missing, use-intl throws its error.
  const isPlain = parts?.every((part, at) => at % 2 === 0 || params[part] !== undefined)
  const text = isPlain
    ? parts!.map((part, at) => (at % 2 === 0 ? part : params[part])).join('')
    : translatorOf(language)(key, params)
  return withoutDoublePeriods(text, params)
}
