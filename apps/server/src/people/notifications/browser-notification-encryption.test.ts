import { expect, test } from 'vitest'
import { encryptBrowserNotification } from './browser-notification-encryption.ts'
import { isPushServiceAllowed } from './browser-notifications.service.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as in the example of RFC 8291 §5', () => {
  const keys = {
    publicKey: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const nonce = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  }
  const message = encryptBrowserNotification('When I grow up, I want to be a watermelon', keys, nonce)
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('T48: a push service must use https on the default port, and no local or private address', () => {
  const refused = [
    'http://push.example.net/p',
    'https://push.example.net:22/p',
    'https://push.example.net:5432/p',
    'https://user:word@push.example.net/p',
    'https://localhost/p',
    'https://portal.localhost/p',
    'https://127.0.0.1/p',
    'https://0x7f.1/p',
    'https://2130706433/p',
    'https://[::1]/p',
    'https://[::ffff:10.0.0.1]/p',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'push.example.net',
  ]
  expect(refused.filter((endpoint) => isPushServiceAllowed(endpoint, false))).toEqual([])
  expect(isPushServiceAllowed('https://push.example.net/p/Jz0XAFg4gNM', false)).toBe(true)
  expect(isPushServiceAllowed('http://127.0.0.1:8080/p', true)).toBe(true)
})
