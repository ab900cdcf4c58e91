import {
  actorKinds,
  type Permission,
  permissions,
  type Route,
  type RouteName,
  reachOf,
  routes,
} from '@pontic/contract'
import { describe, expect, it } from 'vitest'
import { reviewedCalls, reviewedPermissions } from '../../test/reviewed-permissions.ts'

const letters = { own: 'o', any: 'a', refused: '-' } as const
const wordOf = (letter: string | undefined) =>
  Object.entries(letters).find(([, one]) => one === letter)?.[0] ?? 'unknown'

/** Describes the cells of a permission that differ from the reviewed cells. */
function findDifferences(name: string, permission: Permission, reviewed: string): string[] {
  return actorKinds.flatMap((kind, index) => {
    const found = reachOf(kind, permission) ?? 'refused'
    const wanted = wordOf(reviewed[index])
    return found === wanted ? [] : [`${name} by ${kind}: ${found}, reviewed as ${wanted}`]
  })
}

const routeOf = (name: RouteName): Route => routes[name]
const names = Object.keys(routes) as RouteName[]

/** Calls open to members who wait for approval: their own account, its picture, and their status. */
const openToWaiting: readonly RouteName[] = [
  'accounts.get',
  'accounts.setLanguage',
  'accounts.update',
  'accounts.changePassword',
  'accounts.sendResetCode',
  'accounts.resetPassword',
  'accounts.sendMobileCode',
  'accounts.setMobile',
  'accounts.removeMobile',
  'accounts.sendModifyEmailEmail',
  'accounts.listSessions',
  'accounts.endSession',
  'accounts.endOtherSessions',
  'accounts.export',
  'accounts.close',
  'accounts.reauthenticate',
  'twoFactor.get',
  'twoFactor.beginTotp',
  'twoFactor.confirmTotp',
  'twoFactor.removeTotp',
  'twoFactor.beginPasskey',
  'twoFactor.confirmPasskey',
  'twoFactor.removePasskey',
  'twoFactor.makeRecoveryCodes',
  'members.standing',
  'images.create',
  'images.get',
]

describe('the permission matrix', () => {
  it.each(names)('the matrix allows %s to the reviewed kinds of actor', (name) => {
    const { permission } = routeOf(name)
    const reviewed = reviewedCalls[name]
    if (permission === 'public' || reviewed === 'public') return expect(permission).toBe(reviewed)
    expect(reviewed).toMatch(/^[oa-]{7}$/)
    expect(findDifferences(name, permission, reviewed)).toEqual([])
  })

  it('the matrix grants each permission that only handlers check to the reviewed kinds of actor', () => {
    const called = new Set(names.map((name) => routeOf(name).permission))
    const others = (Object.keys(permissions) as Permission[]).filter((one) => !called.has(one))
    expect(others.sort()).toEqual(Object.keys(reviewedPermissions).sort())
    for (const [permission, reviewed] of Object.entries(reviewedPermissions))
      expect(findDifferences(permission, permission as Permission, reviewed)).toEqual([])
  })

  it('the reviewed calls are open to members who wait for approval, and no others', () => {
    expect(names.filter((name) => routeOf(name).waiting).sort()).toEqual([...openToWaiting].sort())
  })
})
