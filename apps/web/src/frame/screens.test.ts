import { expect, test } from 'vitest'
import {
  caseListOf,
  guardScreen,
  homeOf,
  listMenu,
  listSearchableScreens,
  listUserMenu,
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
/** An operator: a user of the platform's organization without the administrator flag. */
const olga: Visitor = { ...root, org_admin_flag: false }

const paths = (visitor: Visitor) => listMenu(visitor).map((entry) => entry.path)

test('public screens are open to everybody', () => {
  for (const path of ['/login', '/register', '/verifyEmail', '/resetpwd', '/open/preview3d'] as const) {
    expect(guardScreen(screens[path], undefined)).toBe('open')
    expect(guardScreen(screens[path], newcomer)).toBe('open')
  }
})

test('every screen that is not public redirects a visitor without a session or roles to the sign-in', () => {
  const closed = screenPaths.filter((path) => screens[path].access !== 'public')
  expect(closed.length).toBeGreaterThan(3)
  for (const path of closed) {
    expect(guardScreen(screens[path], undefined)).toEqual({ to: '/login' })
    expect(guardScreen(screens[path], { ...alice, authorities: [] })).toEqual({ to: '/login' })
  }
})

test.each(['/followcard/list', '/user/userManager'] as const)(
  '%s is open to administrators of clinics and laboratories, and redirects everybody else to /',
  (path) => {
    expect(guardScreen(screens[path], alice)).toBe('open')
    expect(guardScreen(screens[path], bob)).toBe('open')
    for (const visitor of [assistant, dave, root, newcomer]) {
      expect(guardScreen(screens[path], visitor)).toEqual({ to: '/' })
    }
  },
)

test('the organization page is open to administrators of clinics, laboratories and the platform only', () => {
  for (const visitor of [alice, bob, root])
    expect(guardScreen(screens['/myinfo/organization'], visitor)).toBe('open')
  for (const visitor of [assistant, dave, { ...root, org_admin_flag: false }, newcomer])
    expect(guardScreen(screens['/myinfo/organization'], visitor)).toEqual({ to: '/' })
})

test('a waiting member may open only the account, security and waiting pages, and nobody else may open the waiting page', () => {
  const open = screenPaths.filter(
    (path) => screens[path].access !== 'public' && guardScreen(screens[path], newcomer) === 'open',
  )
  expect(open).toEqual(['/waiting', '/myinfo/account', '/myinfo/security'])
  for (const visitor of [alice, assistant, bob, dave, root])
    expect(guardScreen(screens['/waiting'], visitor)).toEqual({ to: '/' })
})

test('the menu shows the screens that a user may open, and the search lists no detail page', () => {
  expect(paths(alice)).toEqual([
    '/dashboard',
    '/order/list',
    '/followcard/list',
    '/user/userManager',
    '/work/list',
    '/myinfo/account',
  ])
  expect(paths(bob).slice(0, 2)).toEqual(['/home', '/order/list'])
  expect(paths(newcomer)).toEqual(['/waiting', '/myinfo/account'])
  expect(paths(assistant)).toEqual(['/dashboard', '/order/list', '/work/list', '/myinfo/account'])
  expect(paths(dave)).toEqual(['/dashboard', '/order/shared', '/work/list', '/myinfo/account'])
  for (const visitor of [alice, olga, root])
    expect(listSearchableScreens(visitor).map(({ path }) => path)).not.toContain('/work/detail')
})

test('the user menu shows the screens of their organization to administrators only', () => {
  const entriesOf = (visitor: Visitor) => listUserMenu(visitor).map(({ path }) => path)
  for (const visitor of [alice, bob])
    expect(entriesOf(visitor)).toEqual([
      '/myinfo/organization',
      '/organization/keys',
      '/organization/webhooks',
    ])
  expect(entriesOf(root)).toEqual(['/myinfo/organization'])
  for (const visitor of [assistant, newcomer, dave, olga]) expect(entriesOf(visitor)).toEqual([])
})

test('/ opens the dashboard, the cases, the support requests or the waiting page, depending on the role of the user', () => {
  expect([root, alice, assistant, dave].map(homeOf)).toEqual(Array(4).fill('/dashboard'))
  expect(homeOf(bob)).toBe('/order/list')
  expect(homeOf(olga)).toBe('/work/list')
  expect(homeOf(newcomer)).toBe('/waiting')
})

test('support requests are open to everybody except waiting members, and are the only work screen of operators', () => {
  for (const visitor of [alice, assistant, bob, dave, root, olga])
    for (const path of ['/work/list', '/work/detail'] as const)
      expect(guardScreen(screens[path], visitor)).toBe('open')
  expect(guardScreen(screens['/work/list'], newcomer)).toEqual({ to: '/' })
  expect(paths(olga)).toEqual(['/work/list', '/myinfo/account'])
  for (const path of ['/manage/workordertype', '/manage/workorderopr'] as const) {
    expect(guardScreen(screens[path], root)).toBe('open')
    for (const visitor of [alice, bob, dave, olga])
      expect(guardScreen(screens[path], visitor)).toEqual({ to: '/' })
  }
})

test('the case list is open to clinics and laboratories, and the account page to all signed-in users', () => {
  for (const visitor of [alice, assistant, bob])
    expect(guardScreen(screens['/order/list'], visitor)).toBe('open')
  for (const visitor of [dave, root, olga, newcomer])
    expect(guardScreen(screens['/order/list'], visitor)).toEqual({ to: '/' })
  for (const visitor of [alice, assistant, bob, dave, root, olga, newcomer])
    expect(guardScreen(screens['/myinfo/account'], visitor)).toBe('open')
})

test('the dashboard redirects a laboratory to /', () => {
  expect(guardScreen(screens['/dashboard'], bob)).toEqual({ to: '/' })
  for (const visitor of [root, alice, assistant, dave])
    expect(guardScreen(screens['/dashboard'], visitor)).toBe('open')
})

test('the breadcrumb of a case begins with the case list that the user may open', () => {
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

test('every screen of the back office is open to platform administrators and redirects everybody else to /', () => {
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
    expect([path, guardScreen(screens[path], root)]).toEqual([path, 'open'])
    for (const visitor of [alice, assistant, newcomer, bob, dave, olga])
      expect([path, guardScreen(screens[path], visitor)]).toEqual([path, { to: '/' }])
  }
})

test('users who must set up two-factor sign-in may open only public screens and the security page, which `/` opens', () => {
  for (const person of [alice, newcomer, bob, dave, root]) {
    const visitor = { ...person, two_factor_needed: true }
    expect(homeOf(visitor)).toBe('/myinfo/security')
    expect(listMenu(visitor)).toEqual([])
    for (const path of screenPaths) {
      const isOpen = screens[path].access === 'public' || path === '/myinfo/security'
      expect([path, guardScreen(screens[path], visitor)]).toEqual([path, isOpen ? 'open' : { to: '/' }])
    }
  }
})
