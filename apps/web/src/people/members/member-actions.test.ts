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

test('an administrator can edit, promote, demote, disable and enable a member, and set their password', () => {
  expect(actionsOf(amy, false)).toEqual(['edit', 'promote', 'password', 'disable'])
  expect(actionsOf({ ...amy, isAdministrator: true }, false)).toEqual([
    'edit',
    'demote',
    'password',
    'disable',
  ])
  expect(actionsOf({ ...amy, isEnabled: false }, false)).toEqual(['enable', 'edit', 'password'])
})

test('an administrator cannot enable a member whom the platform has banned', () => {
  expect(actionsOf({ ...amy, isEnabled: false, isBanned: true }, false)).toEqual(['edit', 'password'])
})

test('an administrator can reset the second factor of a member who has one', () => {
  expect(actionsOf({ ...amy, hasTwoFactor: true }, false)).toContain('resetTwoFactor')
})

test('administrators can edit, but not disable or demote, their own account', () => {
  expect(actionsOf({ ...amy, isAdministrator: true }, true)).toEqual(['edit'])
})

test('an administrator can only approve or refuse a waiting member', () => {
  expect(actionsOf({ ...amy, membership: 'waiting' }, false)).toEqual(['approve', 'refuse'])
})
