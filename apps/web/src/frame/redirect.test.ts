import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.ts'

const attacks = [
  '//evil.example',
  '///evil.example',
  'https:evil.example',
  'https://evil.example/order/list',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)//order/list',
  'data:text/html,x',
  '%2f%2fevil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/x@evil.example',
  '/order/list@evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /order/list',
  '/order/../../evil',
  '/order/list/..',
  '/.//evil.example',
  '/order/list\u0000',
  'order/list',
  '',
  '/nowhere',
  '/login?redirect=/login',
  '/order/detail/',
  '/order/detail/a/b',
]

test.each(attacks)('T47: a sign-in link with redirect=%j leads the user to the home page', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/')
})

test('T47: a redirect that is not a string leads to the home page', () => {
  for (const wanted of [undefined, null, 7, ['/order/list'], { toString: () => '/order/list' }]) {
    expect(safeRedirect(wanted)).toBe('/')
  }
})

test('after the sign-in a user returns to the requested case, with its query', () => {
  const wanted = '/order/detail/01995b3e-0000-7000-8000-000000000001?tab=files'
  expect(safeRedirect(wanted)).toBe(wanted)
  expect(safeRedirect('/order/list?status=pending&search=%E5%BC%A0')).toBe(
    '/order/list?status=pending&search=%E5%BC%A0',
  )
})
