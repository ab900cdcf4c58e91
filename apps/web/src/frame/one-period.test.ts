import ru from '@pontic/messages/ru_RU.json' with { type: 'json' }
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { withOnePeriod } from './one-period.ts'

test('a sentence that ends with a Russian date has one period, and the other functions of the translator stay', () => {
  const t = withOnePeriod(createTranslator({ locale: 'ru-RU', messages: ru, namespace: 'support.detail' }))
  expect(t('resolvesOn', { day: '4 дек. 2026 г.' })).toMatch(/4 дек\. 2026 г\.$/)
  expect(t('resolvesOn', { day: '4 дек.' })).toMatch(/4 дек\.$/)
  expect(t('resolvesOn', { day: '2026-12-04' })).toMatch(/2026-12-04\.$/)
  expect(t.has('resolvesOn')).toBe(true)
})
