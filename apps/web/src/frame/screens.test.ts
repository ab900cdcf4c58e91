import { expect, test } from 'vitest'
import {
  caseListOf,
  homeOf,
  judgeVisit,
  listMenu,
  listSearched,
  screenPaths,
  screens,
  trailOf,
  type Visitor,
} from './screens.ts'

const alice: Visitor = {
  authorities: ['ROLE_CLINIC'],
  organization_type: 1,
  org_admin_flag: true,
  membership: 'active',
  two_factor_needed: false,
}
const assistant: Visitor = { ...alice, org_admin_flag: false }
const newcomer: Visitor = { ...assistant, membership: 'waiting' }
const bob: Visitor = { ...alice, authorities: ['ROLE_LAB'], organization_type: 2 }
const dave: Visitor = { ...assistant, authorities: ['ROLE_PERSON'], organization_type: 3 }
const root: Visitor = { ...alice, authorities: ['ROLE_ADMIN'], organization_type: 255 }
/** An operator: of the platform, without the administrator flag. */
const olga: Visitor = { ...root, org_admin_flag: false }

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

test.each(['/followcard/list', '/user/userManager'] as const)(
  '%s is open to alice and bob, and sends the assistant, dave and root to /',
  (path) => {
    expect(judgeVisit(screens[path], alice)).toBe('open')
    expect(judgeVisit(screens[path], bob)).toBe('open')
    for (const visitor of [assistant, dave, root, newcomer]) {
      expect(judgeVisit(screens[path], visitor)).toEqual({ to: '/' })
    }
  },
)

test('one’s own organization is open to administrators, the platform’s among them, and to nobody else', () => {
  for (const visitor of [alice, bob, root])
    expect(judgeVisit(screens['/myinfo/organization'], visitor)).toBe('open')
  for (const visitor of [assistant, dave, { ...root, org_admin_flag: false }, newcomer])
    expect(judgeVisit(screens['/myinfo/organization'], visitor)).toEqual({ to: '/' })
})

test('a member who waits may open his account and the page to wait on, which is open to nobody else', () => {
  const open = screenPaths.filter(
    (path) => screens[path].access !== 'public' && judgeVisit(screens[path], newcomer) === 'open',
  )
  expect(open).toEqual(['/waiting', '/myinfo/account', '/myinfo/security'])
  for (const visitor of [alice, assistant, bob, dave, root])
    expect(judgeVisit(screens['/waiting'], visitor)).toEqual({ to: '/' })
})

test('the menu shows each person what is open to him, and never a detail page', () => {
  expect(paths(alice)).toEqual([
    '/dashboard',
    '/order/list',
    '/followcard/list',
    '/user/userManager',
    '/work/list',
    '/myinfo/account',
  ])
  expect(paths(bob)[0]).toBe('/order/list')
  expect(paths(newcomer)).toEqual(['/waiting', '/myinfo/account'])
  expect(paths(assistant)).toEqual(['/dashboard', '/order/list', '/work/list', '/myinfo/account'])
  expect(paths(dave)).toEqual(['/dashboard', '/order/shared', '/work/list', '/myinfo/account'])
  for (const visitor of [alice, olga, root])
    expect(listSearched(visitor).map(({ path }) => path)).not.toContain('/work/detail')
})

test('/ leads root, alice and dave to the dashboard, bob to the cases, a waiting member to where he waits', () => {
  expect([root, alice, assistant, dave].map(homeOf)).toEqual(Array(4).fill('/dashboard'))
  expect(homeOf(bob)).toBe('/order/list')
  expect(homeOf(olga)).toBe('/work/list')
  expect(homeOf(newcomer)).toBe('/waiting')
})

test('support requests are open to everybody but who waits; olga, an operator, sees nothing else of the work', () => {
  for (const visitor of [alice, assistant, bob, dave, root, olga])
    for (const path of ['/work/list', '/work/detail'] as const)
      expect(judgeVisit(screens[path], visitor)).toBe('open')
  expect(judgeVisit(screens['/work/list'], newcomer)).toEqual({ to: '/' })
  expect(paths(olga)).toEqual(['/work/list', '/myinfo/account'])
  for (const path of ['/manage/workordertype', '/manage/workorderopr'] as const) {
    expect(judgeVisit(screens[path], root)).toBe('open')
    for (const visitor of [alice, bob, dave, olga])
      expect(judgeVisit(screens[path], visitor)).toEqual({ to: '/' })
  }
})

test('the case list is open to clinics and laboratories, one’s account to everybody who is signed in', () => {
  for (const visitor of [alice, assistant, bob])
    expect(judgeVisit(screens['/order/list'], visitor)).toBe('open')
  for (const visitor of [dave, root, olga, newcomer])
    expect(judgeVisit(screens['/order/list'], visitor)).toEqual({ to: '/' })
  for (const visitor of [alice, assistant, bob, dave, root, olga, newcomer])
    expect(judgeVisit(screens['/myinfo/account'], visitor)).toBe('open')
})

test('the dashboard sends bob to /, which leads to the cases', () => {
  expect(judgeVisit(screens['/dashboard'], bob)).toEqual({ to: '/' })
  for (const visitor of [root, alice, assistant, dave])
    expect(judgeVisit(screens['/dashboard'], visitor)).toBe('open')
})

test('the breadcrumb of a case stands under the cases, what is shared with dave, or all cases of the platform', () => {
  expect(trailOf('/order/detail/$id')).toEqual([
    '/order/list',
    '/order/shared',
    '/manage/order',
    '/order/detail/$id',
  ])
  expect([alice, dave, root, olga].map(caseListOf)).toEqual([
    '/order/list',
    '/order/shared',
    '/manage/order',
    undefined,
  ])
})

test('every screen of the back office is open to root, and sends everybody else to /', () => {
  const paths = screenPaths.filter((path) => path.startsWith('/manage/'))
  expect(paths).toEqual(
    expect.arrayContaining([
      '/manage/push',
      '/manage/pull',
      '/manage/organization',
      '/manage/user',
      '/manage/user/$id',
      '/manage/order',
      '/manage/workordertype',
      '/manage/workorderopr',
    ]),
  )
  for (const path of paths) {
    expect([path, judgeVisit(screens[path], root)]).toEqual([path, 'open'])
    for (const visitor of [alice, assistant, newcomer, bob, dave, olga])
      expect([path, judgeVisit(screens[path], visitor)]).toEqual([path, { to: '/' }])
  }
})

test('who has yet to set up two-factor sign-in may open that alone, and `/` leads there', () => {
  for (const person of [alice, newcomer, bob, dave, root]) {
    const visitor = { ...person, two_factor_needed: true }
    expect(homeOf(visitor)).toBe('/myinfo/security')
    expect(listMenu(visitor)).toEqual([])
    for (const path of screenPaths) {
      const isOpen = screens[path].access === 'public' || path === '/myinfo/security'
      expect([path, judgeVisit(screens[path], visitor)]).toEqual([path, isOpen ? 'open' : { to: '/' }])
    }
  }
})
