import type { Language } from '@pontic/contract'
import { createTranslator } from 'use-intl/core'
import {
  type Catalogue,
  completeCatalogue,
  type MessageKey,
  type MessageParams,
  type RequiredTexts,
} from './catalogue.ts'
import cs from './cs_CZ.json' with { type: 'json' }
import de from './de_DE.json' with { type: 'json' }
import el from './el_GR.json' with { type: 'json' }
import en from './en_US.json' with { type: 'json' }
import es from './es_ES.json' with { type: 'json' }
import fr from './fr_FR.json' with { type: 'json' }
import hu from './hu_HU.json' with { type: 'json' }
import it from './it_IT.json' with { type: 'json' }
import ja from './ja_JP.json' with { type: 'json' }
import kk from './kk_KZ.json' with { type: 'json' }
import ko from './ko_KR.json' with { type: 'json' }
import ky from './ky_KG.json' with { type: 'json' }
import { tagOf } from './language.ts'
import { withoutDoublePeriods } from './periods.ts'
import pl from './pl_PL.json' with { type: 'json' }
import pt from './pt_PT.json' with { type: 'json' }
import ro from './ro_RO.json' with { type: 'json' }
import ru from './ru_RU.json' with { type: 'json' }
import tr from './tr_TR.json' with { type: 'json' }
import uk from './uk_UA.json' with { type: 'json' }
import uz from './uz_UZ.json' with { type: 'json' }
import zh from './zh_CN.json' with { type: 'json' }
import zhTw from './zh_TW.json' with { type: 'json' }

// Fails to compile if an error key or a field message has no English text.
en satisfies RequiredTexts

const catalogues: Readonly<Record<Language, Catalogue>> = {
  en_US: en,
  zh_CN: completeCatalogue(en, zh),
  es_ES: completeCatalogue(en, es),
  ja_JP: completeCatalogue(en, ja),
  fr_FR: completeCatalogue(en, fr),
  it_IT: completeCatalogue(en, it),
  ru_RU: completeCatalogue(en, ru),
  ko_KR: completeCatalogue(en, ko),
  el_GR: completeCatalogue(en, el),
  pl_PL: completeCatalogue(en, pl),
  pt_PT: completeCatalogue(en, pt),
  ro_RO: completeCatalogue(en, ro),
  tr_TR: completeCatalogue(en, tr),
  cs_CZ: completeCatalogue(en, cs),
  de_DE: completeCatalogue(en, de),
  hu_HU: completeCatalogue(en, hu),
  uk_UA: completeCatalogue(en, uk),
  zh_TW: completeCatalogue(en, zhTw),
  kk_KZ: completeCatalogue(en, kk),
  ky_KG: completeCatalogue(en, ky),
  uz_UZ: completeCatalogue(en, uz),
}

type Translator = (key: string, params?: MessageParams) => string

const translators = new Map<Language, Translator>()

function translatorOf(language: Language): Translator {
  const known = translators.get(language)
  if (known) return known
  const translator = createTranslator({
    locale: tagOf(language),
    messages: catalogues[language] as Record<string, unknown>,
    timeZone: 'UTC',
    onError: (error) => {
      throw error
    },
  }) as Translator
  translators.set(language, translator)
  return translator
}

// Without params use-intl returns the raw text with its placeholders. With an empty object it reports missing values.
const noParams: MessageParams = {}

/**
 * Formats the text of a key in a language (ICU message format), for mails and replies of the server.
 * @param params values of the placeholders
 * @throws IntlError if a placeholder has no value or the key is unknown
 */
export function translate(language: Language, key: MessageKey, params = noParams): string {
  return withoutDoublePeriods(translatorOf(language)(key, params), params)
}
