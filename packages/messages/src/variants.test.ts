import { currentVariant, languages, selectVariant, toLanguage, variants } from '@pontic/contract'
import { afterEach, expect, test } from 'vitest'
import { languageOf } from './index.ts'

afterEach(() => selectVariant('full'))

test('the portal has the 21 specified languages', () => {
  const specified =
    'en_US zh_CN es_ES ja_JP fr_FR it_IT ru_RU ko_KR el_GR pl_PL pt_PT ro_RO tr_TR cs_CZ de_DE hu_HU uk_UA zh_TW kk_KZ ky_KG uz_UZ'
  expect(languages).toEqual(specified.split(' '))
})

test('without a choice the variant offers all languages and starts in English', () => {
  expect(currentVariant()).toMatchObject({ languages, defaultLanguage: 'en_US' })
})

test('the variant japan answers every reader in Japanese', () => {
  selectVariant('japan')
  expect(['de-DE, en;q=0.5', 'en-US', 'ja', undefined].map(languageOf)).toEqual(Array(4).fill('ja_JP'))
  // An account keeps its language if the operator changes the variant of the installation.
  expect(['de_DE', 'ja_JP', null].map(toLanguage)).toEqual(Array(3).fill('ja_JP'))
})

test('the variant core offers all languages but Kazakh, Kyrgyz and Uzbek, and starts in English', () => {
  selectVariant('core')
  const missing = languages.filter((language) => !currentVariant().languages.includes(language))
  expect(missing).toEqual(['kk_KZ', 'ky_KG', 'uz_UZ'])
  expect(['kk-KZ', 'ky, de;q=0.5', 'uz_UZ', 'ru-KZ'].map(languageOf)).toEqual([
    'en_US',
    'de_DE',
    'en_US',
    'ru_RU',
  ])
})

test('the variants full and core link to a legal notice, japan to the disclosure that its law requires', () => {
  expect(variants.full.legalLinks).toEqual(['terms', 'privacy', 'imprint'])
  expect(variants.core.legalLinks).toEqual(['terms', 'privacy', 'imprint'])
  expect(variants.japan.legalLinks).toEqual(['terms', 'privacy', 'commerce'])
})

test('every variant offers its default language', () => {
  for (const { languages: offered, defaultLanguage } of Object.values(variants))
    expect(offered).toContain(defaultLanguage)
})
