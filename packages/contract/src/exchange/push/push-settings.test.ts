import { expect, test } from 'vitest'
import { isWebhookSecret } from './push-settings.ts'

test.each([23, 24, 32, 63, 64, 65, 66])(
  'a webhook secret has 24 to 64 bytes, which %i may be',
  (sizeBytes) => {
    const secret = `whsec_${Buffer.alloc(sizeBytes, 0xa5).toString('base64')}`
    expect(isWebhookSecret(secret)).toBe(sizeBytes >= 24 && sizeBytes <= 64)
  },
)

test.each(['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS'])(
  '“%s” is no webhook secret',
  (text) => {
    expect(isWebhookSecret(text)).toBe(false)
  },
)
