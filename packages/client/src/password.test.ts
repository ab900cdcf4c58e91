import { createHash, createHmac } from 'node:crypto'
import { passwordDigestSalt } from '@pontic/contract'
import { expect, test } from 'vitest'
import { passwordDigest } from './password.ts'

test.each([
  ['floss daily 7', '6cc2420b9491ec47a7916d5cb6bc54fab15a4b0b552c0c225c7f9de345a6a706'],
  ['密码Пароль8', '2552bad39e0e70f0e08ed2bb45875582745ae2341bc36bfb950510428d6c2852'],
  ['', 'e43c16c07b2a005993a6800df8bf44a5564ca27c0fb848e0ad49ffa799c3340e'],
])('the digest of %j equals the expected value and that of node:crypto', (password, vector) => {
  const inner = createHash('md5').update(password, 'utf8').digest('hex')
  expect(createHmac('sha256', passwordDigestSalt).update(inner).digest('hex')).toBe(vector)
  expect(passwordDigest(password)).toBe(vector)
})

test('a password has the same digest with composed and with decomposed accents', () => {
  expect(passwordDigest('cafe\u0301 no. 5')).toBe(passwordDigest('caf\u00e9 no. 5'))
})
