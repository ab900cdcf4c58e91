import { languages } from '@pontic/contract'
import { tagOf } from '@pontic/messages'
import { expect, test } from 'vitest'
import { listNamedZones } from './zone-names.ts'

const namesIn = (tag: string) => Object.fromEntries(listNamedZones(tag).map(({ zone, name }) => [zone, name]))

test.each([
  ['en-US', { 'Asia/Kolkata': 'India', 'America/Los_Angeles': 'United States · Los Angeles' }],
  ['zh-CN', { 'Asia/Shanghai': '中国', 'Asia/Urumqi': '中国 · 乌鲁木齐', 'America/New_York': '美国 · 纽约' }],
  ['de-DE', { 'Europe/Vienna': 'Österreich', 'Europe/Moscow': 'Russland · Moskau' }],
  ['fr-FR', { 'Asia/Ho_Chi_Minh': 'Viêt Nam', 'America/Detroit': 'États-Unis · Détroit' }],
])('time zones are named by country and city in %s', (tag, names) => {
  expect(namesIn(tag)).toMatchObject(names)
})

test.each(languages)('no two time zones have the same name in %s', (language) => {
  const names = listNamedZones(tagOf(language)).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('a browser without data of the language shows the names of the IANA database', () => {
  expect(namesIn('qaa')).toMatchObject({ 'America/New_York': 'America/New York' })
})

test('former names of time zones are not listed', () => {
  expect(Object.keys(namesIn('en-US'))).not.toContain('Asia/Calcutta')
})
