import { expect, test } from 'vitest'
import { chartRanges } from './cases/dashboard/dashboard.ts'
import { limits, portalClient, successCode } from './limits.ts'
import { defaultLanguage } from './people/session/languages.ts'

/** Constants of the requirements (sections 5 and 9 of `docs/requirements.json`), copied by hand. */
const specified: Partial<Record<keyof typeof limits, number>> = {
  requestTimeoutMs: 300_000,
  passwordLengthMin: 8,
  passwordLengthMax: 20,
  passwordKindsMin: 2,
  expressNumberLengthMin: 10,
  expressNumberLengthMax: 20,
  partnerSearchLengthMin: 2,
  imageBytesMax: 4 * 1024 * 1024,
  coverWidthMinPx: 900,
  passwordResetHours: 24,
  workOrderTitleLengthMin: 4,
  workOrderTitleLengthMax: 50,
  requestNumberLengthMin: 2,
  requestNumberLengthMax: 30,
  contactPhoneLengthMin: 8,
  contactPhoneLengthMax: 20,
  sampleTermsSimpleDays: 5,
  sampleTermsComplexDays: 7,
}

test.each(Object.entries(specified))('the limit %s is %i, as specified', (name, value) => {
  expect(limits[name as keyof typeof limits]).toBe(value)
})

test('success is code 0, the default language is English, and the dashboard chart has three ranges', () => {
  expect(successCode).toBe(0)
  expect(defaultLanguage).toBe('en_US')
  expect(Object.keys(chartRanges)).toEqual(['7d', '1m', '3m'])
})

test('the portal’s client has the id `pontic-web` and a public secret', () => {
  expect(portalClient).toEqual({ id: 'pontic-web', secret: 'public' })
})
