import type { Member } from '@pontic/contract'
import { expect, test } from 'vitest'
import { actionsOf } from './member-actions.ts'

const amy: Member = {
  id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
  name: 'Amy',
  email: 'amy@brookside.example',
  isAdministrator: false,
  isEnabled: true,
  isBanned: false,
  isInvited: false,
  hasTwoFactor: false,
  membership: 'active',
  telephone: null,
  licenseNumber: null,
  acceptsOrderSms: false,
  acceptsOrderEmail: true,
  createdAt: '2026-03-02T08:15:00.000Z',
  lastSignedInAt: null,
}

test('alice can make amy administrator or disable her, and enable her again', () => {
  expect(actionsOf(amy, false)).toEqual(['edit', 'promote', 'password', 'disable'])
  expect(actionsOf({ ...amy, isAdministrator: true }, false)).toEqual([
    'edit',
    'demote',
    'password',
    'disable',
  ])
  expect(actionsOf({ ...amy, isEnabled: false }, false)).toEqual(['enable', 'edit', 'password'])
})

test('alice is not offered to enable whom the platform has banned', () => {
  expect(actionsOf({ ...amy, isEnabled: false, isBanned: true }, false)).toEqual(['edit', 'password'])
})

test('a second factor can be reset where there is one', () => {
  expect(actionsOf({ ...amy, hasTwoFactor: true }, false)).toContain('resetTwoFactor')
})

test('nobody is offered to disable or demote himself', () => {
  expect(actionsOf({ ...amy, isAdministrator: true }, true)).toEqual(['edit'])
})

test('who waits is let in or refused, and nothing else', () => {
  expect(actionsOf({ ...amy, membership: 'waiting' }, false)).toEqual(['approve', 'refuse'])
})
