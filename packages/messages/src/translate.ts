import type { Language } from '@pontic/contract'
import { createTranslator } from 'use-intl/core'
import {
  type Catalogue,
  completeCatalogue,
  type DemandedTexts,
  type MessageKey,
  type MessageParams,
} from './catalogue.ts'
import en from './en_US.json' with { type: 'json' }
import { tagOf } from './language.ts'
import zh from './zh_CN.json' with { type: 'json' }

// The type requires an English text for each refusal and field message.
en satisfies DemandedTexts

const catalogues: Readonly<Record<Language, Catalogue>> = { en_US: en, zh_CN: completeCatalogue(en, zh) }

type Translator = (key: string, params?: MessageParams) => string

const translators = new Map<Language, Translator>()

function translatorOf(language: Language): Translator {
  const known = translators.get(language)
  if (known) return known
  const made = createTranslator({
    locale: tagOf(language),
    messages: catalogues[language] as Record<string, unknown>,
    timeZone: 'UTC',
    onError: (error) => {
      throw error
    },
  }) as Translator
  translators.set(language, made)
  return made
}

// Without params use-intl returns the raw text with its placeholders; with an empty object it reports missing ones.
const noParams: MessageParams = {}

/**
 * The text of a key in a language (ICU message format), for mails and replies of the server.
 * @param params values of the placeholders
 * @throws IntlError if a placeholder has no value, which is a fault of the caller
 */
export function translate(language: Language, key: MessageKey, params = noParams): string {
  return translatorOf(language)(key, params)
}
