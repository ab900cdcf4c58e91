import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['İşlem günlüğü', 'islem gunlugu'],
  ['ISPARTA', 'ısparta'],
  ['Алёна', 'алена'],
  ['Győr', 'gyor'],
  ['Straße', 'STRASSE'],
  ['Zieliński', 'zielinski'],
  ['Łódź', 'lodz'],
  ['ΠΡΟΦΊΛ ΧΡΉΣΤΗΣ', 'προφιλ χρηστης'],
  ['Ｃａｓｅ', 'case'],
  ['ケース', 'ｹｰｽ'],
  ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
])('a search treats “%s” like “%s”', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

test.each([
  ['カ', 'ガ'],
  ['case', 'cave'],
])('a search tells “%s” from “%s”', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})
