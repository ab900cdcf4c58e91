import { defaultLanguage, type Language } from '@pontic/contract'
import { type Catalogue, completeCatalogue } from './catalogue.ts'

const catalogues = {
  en_US: () => import('./en_US.json', { with: { type: 'json' } }),
  zh_CN: () => import('./zh_CN.json', { with: { type: 'json' } }),
} as const satisfies Record<Language, () => Promise<{ default: unknown }>>

/** A catalogue fetched on demand, whole: English where a text is missing. For pages; servers use `translate`. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const { default: english } = await catalogues[defaultLanguage]()
  if (language === defaultLanguage) return english as Catalogue
  const { default: own } = await catalogues[language]()
  return completeCatalogue(english as Catalogue, own)
}
