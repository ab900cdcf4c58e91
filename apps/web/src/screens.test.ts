import { expect, test } from 'vitest'
import { homeOf, judgeVisit, listMenu, screenPaths, screens, trailOf, type Visitor } from './screens.tsx'

const alice: Visitor = {
  authorities: ['ROLE_CLINIC'],
  organization_type: 1,
  org_admin_flag: true,
  membership: 'active',
}
const assistant: Visitor = { ...alice, org_admin_flag: false }
const newcomer: Visitor = { ...assistant, membership: 'waiting' }
const bob: Visitor = { ...alice, authorities: ['ROLE_LAB'], organization_type: 2 }
const dave: Visitor = { ...assistant, authorities: ['ROLE_PERSON'], organization_type: 3 }
const root: Visitor = { ...alice, authorities: ['ROLE_ADMIN'], organization_type: 255 }

const paths = (visitor: Visitor) => listMenu(visitor).map((entry) => entry.path)

test('public screens pass for everybody', () => {
  for (const path of ['/login', '/register', '/verifyEmail', '/resetpwd', '/open/preview3d'] as const) {
    expect(judgeVisit(screens[path], undefined)).toBe('open')
    expect(judgeVisit(screens[path], newcomer)).toBe('open')
  }
})

test('every other screen sends a visitor without a session, or without roles, to the sign-in', () => {
  const closed = screenPaths.filter((path) => screens[path].access !== 'public')
  expect(closed.length).toBeGreaterThan(3)
  for (const path of closed) {
    expect(judgeVisit(screens[path], undefined)).toEqual({ to: '/login' })
    expect(judgeVisit(screens[path], { ...alice, authorities: [] })).toEqual({ to: '/login' })
  }
})

test('partners are open to alice and bob, and send the assistant, dave and root to /', () => {
  expect(judgeVisit(screens['/followcard/list'], alice)).toBe('open')
  expect(judgeVisit(screens['/followcard/list'], bob)).toBe('open')
  for (const visitor of [assistant, dave, root, newcomer]) {
    expect(judgeVisit(screens['/followcard/list'], visitor)).toEqual({ to: '/' })
  }
})

test('a member who waits may open his account and nothing else', () => {
  const open = screenPaths.filter(
    (path) => screens[path].access !== 'public' && judgeVisit(screens[path], newcomer) === 'open',
  )
  expect(open).toEqual(['/myinfo/account'])
})

test('the menu shows each person what is open to him, and never a detail page', () => {
  expect(paths(alice)).toEqual(['/order/list', '/followcard/list', '/myinfo/account'])
  expect(paths(assistant)).toEqual(['/order/list', '/myinfo/account'])
  expect(paths(dave)).toEqual(['/myinfo/account'])
})

test('/ leads alice and bob to the cases, dave, root and a waiting member to their account', () => {
  expect([alice, bob].map(homeOf)).toEqual(['/order/list', '/order/list'])
  expect([dave, root, newcomer].map(homeOf)).toEqual([
    '/myinfo/account',
    '/myinfo/account',
    '/myinfo/account',
  ])
})

test('the breadcrumb of a case stands under the cases', () => {
  expect(trailOf('/order/detail/$id')).toEqual(['/order/list', '/order/detail/$id'])
})
