import { expect, test } from 'vitest'
import { addressSubject } from './attempts.ts'

test.each([
  ['203.0.113.7', 'login:address:203.0.113.7'],
  ['::ffff:203.0.113.7', 'login:address:203.0.113.7'],
  ['2001:db8:1:2:aaaa::7', 'login:address:2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', 'login:address:2001:db8:1:2::/64'],
  ['2001:db8::7', 'login:address:2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'login:address:fe80:0:0:0::/64'],
  ['::1', 'login:address:0:0:0:0::/64'],
])('attempts from the address %s count for the subject %s', (address, subject) => {
  expect(addressSubject('login', address)).toBe(subject)
})
