import { languages } from '@pontic/contract'
import { expect, test } from 'vitest'
import {
  formatBytes,
  formatDay,
  formatMoment,
  languageNames,
  languageOf,
  type MessageKey,
  translate,
} from './index.ts'

test.each([
  ['zh_CN', 'zh_CN'],
  ['zh-CN', 'zh_CN'],
  ['zh', 'zh_CN'],
  ['zh-Hans-CN', 'zh_CN'],
  ['en-GB,en;q=0.9', 'en_US'],
  ['sv, zh-CN;q=0.9, en;q=0.1', 'zh_CN'],
  ['de-AT, en;q=0.5', 'de_DE'],
  ['en;q=0.1, zh;q=0.8', 'zh_CN'],
  ['zh;q=0, en', 'en_US'],
  ['zh-TW', 'zh_TW'],
  ['zh-Hant-HK, en;q=0.5', 'zh_TW'],
  ['zh-MO', 'zh_TW'],
])('the language header or cookie %s selects %s', (wanted, language) => {
  expect(languageOf(wanted)).toBe(language)
})

test.each([
  '../../etc',
  '../../etc/passwd, zh_CN/../x',
  'tlh',
  '',
  undefined,
  null,
  '*',
  '__proto__',
  'constructor',
  'zh-CN;q=two',
  'zh_CN\u0000',
])('T59: an invalid, missing or unknown language (%j) falls back to en_US', (wanted) => {
  expect(languageOf(wanted)).toBe('en_US')
})

test('T59: an Accept-Language of 10 KB falls back to en_US', () => {
  expect(languageOf(`zh-CN,${'a'.repeat(10_000)}`)).toBe('en_US')
})

test('every language has a name for menus', () => {
  expect(Object.keys(languageNames)).toEqual([...languages])
})

test('a sentence that ends with a date has one period, also if the date ends with one', () => {
  const day = formatDay('ru_RU', '2026-12-04')
  expect(day).toMatch(/ г\.$/)
  expect(translate('ru_RU', 'mail.order_day_moved.sentence', { number: 'C26-7F3K9Q', day })).toBe(
    `Новая дата сдачи заказа C26-7F3K9Q: ${day}`,
  )
})

test('translate throws for a missing placeholder value and for an unknown key', () => {
  expect(() => translate('en_US', 'mail.order_sent.subject')).toThrow(/number/)
  expect(() => translate('en_US', 'mail.order_sent.subject', { clinic: 'Brookside' })).toThrow(/number/)
  expect(() => translate('en_US', 'no.such.text' as MessageKey)).toThrow(/no\.such\.text/)
})

test('the mail about a new case names the clinic, the number and the delivery day if there is one, but no patient', () => {
  const params = { clinic: 'Brookside <Dental>', number: 'C26-7F3K9Q' }
  const day = formatDay('en_US', '2026-12-04')
  expect(translate('en_US', 'mail.order_sent.sentence', { ...params, day })).toBe(
    'Brookside <Dental> has sent you case C26-7F3K9Q. Requested delivery day: Friday, December 4, 2026.',
  )
  expect(translate('zh_CN', 'mail.order_sent.sentence', { ...params, day: 'none' })).toBe(
    'Brookside <Dental> 向您发送了病例 C26-7F3K9Q。未指定交付日期。',
  )
})

test('the text about the lifetime of a link has a singular and a plural', () => {
  expect(translate('en_US', 'mail.verify_email.sentence', { hours: 1 })).toContain('1 hour.')
  expect(translate('en_US', 'mail.verify_email.sentence', { hours: 24 })).toContain('24 hours.')
})

test('days, times and sizes are formatted in the reader’s language', () => {
  expect(formatDay('zh_CN', '2026-12-04')).toBe('2026年12月4日星期五')
  expect(formatMoment('en_US', '2026-11-21T14:05:00.123456Z')).toBe('Nov 21, 2026, 02:05 PM UTC')
  expect([0, 999, 12_400_084, 21_474_836_480].map((size) => formatBytes('en_US', size))).toEqual([
    '0 bytes',
    '999 bytes',
    '12.4 MB',
    '21.5 GB',
  ])
})

test('a size that rounds to 1,000 is shown in the next unit', () => {
  expect([999_949, 999_950, 999_999_999].map((size) => formatBytes('en_US', size))).toEqual([
    '999.9 kB',
    '1 MB',
    '1 GB',
  ])
})
