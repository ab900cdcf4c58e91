import { describe, expect, test } from 'vitest'
import { findBreaks, findHints, pluralFormsOf } from './text-checks.ts'

const cases = '{count, plural, one {# case} other {# cases}}'

describe('broken translations', () => {
  test('a translation with the placeholders and plural forms of its language has no errors', () => {
    const polish = '{count, plural, one {# zlecenie} few {# zlecenia} many {# zleceń} other {# zlecenia}}'
    expect(findBreaks(cases, polish, 'pl-PL')).toEqual([])
    expect(findBreaks(cases, '{count, plural, other {#件}}', 'ja-JP')).toEqual([])
  })

  test.each([
    [
      'a missing plural form',
      cases,
      '{count, plural, one {# zlecenie} other {# zlecenia}}',
      'pl-PL',
      'few, many',
    ],
    ['a plural form of another language', cases, '{count, plural, one {#件} other {#件}}', 'ja-JP', 'one'],
    ['a missing placeholder', 'Sent to {lab}', 'Gesendet', 'de-DE', 'lab'],
    ['a translated placeholder', 'Sent to {lab}', 'Gesendet an {labor}', 'de-DE', 'labor'],
    ['a missing choice', '{of, select, scan {a} other {b}}', '{of, select, other {b}}', 'de-DE', 'scan'],
    ['a missing tag', '<link>Open</link>', 'Öffnen', 'de-DE', '<link>'],
    ['an unclosed brace', 'Sent to {lab}', 'Gesendet an {lab', 'de-DE', 'ICU'],
    ['a space at the end', 'Sent', 'Gesendet ', 'de-DE', 'space'],
    ['an empty text', 'Sent', '', 'de-DE', 'empty'],
  ])('%s is found', (_, english, text, tag, wanted) => {
    expect(findBreaks(english, text, tag).join()).toContain(wanted)
  })

  test('a language needs the plural forms of CLDR, except the one for millions', () => {
    expect(pluralFormsOf('uk-UA')).toEqual(['few', 'many', 'one', 'other'])
    expect(pluralFormsOf('ro-RO')).toEqual(['few', 'one', 'other'])
    expect(pluralFormsOf('fr-FR')).toEqual(['one', 'other'])
  })
})

describe('hints for translators', () => {
  const context = {
    key: 'orders.crown',
    english: 'Crown',
    notes: { orders: { max: 6 } },
    terms: { crown: { term: 'crown', group: 'works', definition: '', sense: ['orders.crown'] } },
    glossary: { style: '', same: {}, terms: { crown: { term: 'Krone', avoid: ['Kappe'] } } },
  }
  const hintsFor = (text: string) => findHints({ ...context, text })

  test('the inflected term of the glossary is accepted', () => {
    expect(hintsFor('Kronen')).toEqual([])
  })

  test('a text without the term, with an excluded word or that is too long gets a hint', () => {
    expect(hintsFor('Hülse').join()).toContain('“Krone”')
    expect(hintsFor('Kappe').join()).toContain('“Kappe”')
    expect(hintsFor('Zahnkrone').join()).toContain('9 characters, and 6 fit')
  })
})
