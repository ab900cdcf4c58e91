import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sessionKey } from '@pontic/client'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { screenOf, screenPaths } from '../apps/web/src/frame/screens.ts'
import { isLong } from './full-run.ts'
import { textsOf } from './inspect.ts'
import { follow, openInside } from './navigation.ts'
import { type Person, submitSignIn, test, unique } from './people.ts'
import { runSql } from './portal.ts'

// These lists follow the specification and rules §4 and §9. They are not imported from the portal, because they check it.
const openScreens = [
  '/login',
  '/register',
  '/verifyEmail',
  '/resetpwd',
  '/modifyEmail',
  '/invitation',
  '/open/preview3d',
]
const screens = {
  dashboard: '/dashboard',
  figures: '/home',
  list: '/order/list',
  shared: '/order/shared',
  detail: `/order/detail/${randomUUID()}`,
  partners: '/followcard/list',
  profile: `/organization/profile/${randomUUID()}`,
  members: '/user/userManager',
  organization: '/myinfo/organization',
  account: '/myinfo/account',
  security: '/myinfo/security',
  notifications: '/notifications',
  support: '/work/list',
  record: '/work/detail',
  organizations: '/manage/organization',
  organizationDetail: `/manage/organization/${randomUUID()}`,
  users: '/manage/user',
  userDetail: `/manage/user/${randomUUID()}`,
  cases: '/manage/order',
  push: '/manage/push',
  pull: '/manage/pull',
  types: '/manage/workordertype',
  operators: '/manage/workorderopr',
  waiting: '/waiting',
} as const
const closedScreens = Object.values(screens)
const {
  dashboard,
  figures,
  list,
  shared,
  detail,
  partners,
  profile,
  members,
  organization,
  account,
  security,
  notifications,
  support,
  record,
  organizations,
  organizationDetail,
  users,
  userDetail,
  cases,
  push,
  pull,
  types,
  operators,
  waiting,
} = screens

/** Screens of every active account. */
const help = [support, record]

const t = textsOf('en_US')

/** Labels of the back office menu in menu order, from `screens.ts`. A test below compares them with the specification. */
const officeMenu = screenPaths
  .map(screenOf)
  .filter(({ menu }) => menu?.group === 'manage')
  .sort((one, other) => one.menu!.order - other.menu!.order)
  .map(({ title }) => t(`screens.${title}`))

type Kind = { open: string[]; home: string; menu: string[] }

const administrator: Kind = {
  open: [list, detail, partners, profile, members, organization, account, security, notifications, ...help],
  home: list,
  menu: ['Case list', 'Partners', 'User management', 'Support requests', 'My information'],
}
const member: Kind = {
  open: [list, detail, profile, account, security, notifications, ...help],
  home: list,
  menu: ['Case list', 'Support requests', 'My information'],
}
/** Returns a kind that also has the dashboard, which is its home page. */
const withDashboard = ({ open, menu }: Kind): Kind => ({
  open: [dashboard, ...open],
  home: dashboard,
  menu: ['Dashboard', ...menu],
})

/** Returns a kind that also has the home page of laboratories, while `/` leads it to its list. */
const withFigures = ({ open, home, menu }: Kind): Kind => ({
  open: [figures, ...open],
  home,
  menu: ['Dashboard', ...menu],
})

const kinds: Record<string, Kind> = {
  'a clinic’s administrator': withDashboard(administrator),
  'a member of a clinic': withDashboard(member),
  'a laboratory’s administrator': withFigures(administrator),
  'a member of a laboratory': withFigures(member),
  'an individual': withDashboard({
    open: [shared, detail, account, security, notifications, ...help],
    home: account,
    menu: ['Shared with me', 'Support requests', 'My information'],
  }),
  'the platform’s administrator': withDashboard({
    open: [
      ...[detail, profile, organization, account, security, notifications, ...help, types, operators],
      ...[organizations, organizationDetail, users, userDetail, cases, push, pull],
    ],
    home: account,
    menu: ['Support requests', ...officeMenu, 'My information'],
  }),
  'an operator': {
    open: [account, security, notifications, ...help],
    home: support,
    menu: ['Support requests', 'My information'],
  },
  'a member who waits': {
    open: [account, security, waiting],
    home: waiting,
    menu: ['Waiting for approval', 'My information'],
  },
}

const people: Record<string, keyof typeof demoPeople> = {
  'a clinic’s administrator': 'alice',
  'a member of a clinic': 'amy',
  'a laboratory’s administrator': 'bob',
  'a member of a laboratory': 'ben',
  'an individual': 'dave',
  'the platform’s administrator': 'root',
}

/** Inserts a verified account into the organization of a demo account by SQL. It has the same password as the demo account. */
async function createColleague(
  colleague: keyof typeof demoPeople,
  name: string,
  membership: 'active' | 'waiting',
): Promise<{ name: string; email: string; password: string }> {
  const email = `${name}-${unique()}@guard.example`
  await runSql(
    `insert into account (id, email, name, password_hash, organization_id, membership, email_verified_at)
     select gen_random_uuid(), $1, $2, password_hash, organization_id, $3, now() from account where email = $4`,
    [email, name, membership, demoPeople[colleague].email],
  )
  return { name, email, password: demoPassword }
}

/** Opens an address and waits until the portal shows a screen. @returns the path of that screen */
async function visit(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  return new URL(page.url()).pathname
}

/** Finds a toast message. */
const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })

/**
 * Whether each screen is opened as a typed address. `npm test` opens only the first allowed and the first refused one of each kind
 * this way, and navigates to the others inside the page.
 */
const typesAll = isLong

/** Navigates inside the open page, like a link, and waits until the portal redirects to `home`. */
async function expectSentOn(page: Page, address: string, home: string): Promise<void> {
  await follow(page, address)
  await expect.poll(() => page.evaluate(() => location.pathname), `${address} is refused`).toBe(home)
}

test('the menu of the back office has the screens of the specification, in this order', () => {
  const specified = [
    'Organizations',
    'Users',
    'All cases',
    'Push settings',
    'Pull settings',
    'Request types',
    'Operators',
  ]
  expect(officeMenu.filter((entry) => specified.includes(entry))).toEqual(specified)
})

for (const [kind, { open, home, menu }] of Object.entries(kinds)) {
  test(`${kind} can open the screens of their kind, and is redirected home from all others`, async ({
    demo,
    signIn,
  }) => {
    const find = (): Promise<Person> | undefined => {
      const known = people[kind]
      return known && demo(known)
    }
    const person =
      (await find()) ??
      (await signIn(
        kind === 'an operator'
          ? await createColleague('root', 'olga', 'active')
          : await createColleague('amy', 'wanda', 'waiting'),
      ))
    const page = await person.open()
    expect(await visit(page, '/register')).toBe('/register')
    const refused = closedScreens.filter((screen) => !open.includes(screen))
    const [first, ...others] = refused
    for (const [index, screen] of open.entries()) {
      const enter = index === 0 || typesAll ? visit : openInside
      expect(await enter(page, screen), screen).toBe(screen)
    }
    for (const screen of typesAll ? refused : [first!]) {
      expect(await visit(page, screen), screen).toBe(home)
      await expect(notice(page, 'You don’t have access to this page.')).toBeVisible()
    }
    for (const screen of others) await expectSentOn(page, screen, home)
    expect(await visit(page, '/')).toBe(home)
    const entries = page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem')
    await expect(entries).toHaveText(menu)
  })
}

test('a visitor can open only public screens, and the sign-in returns to the requested screen', async ({
  openPage,
}) => {
  const page = await openPage()
  for (const screen of openScreens) expect(await visit(page, screen)).toBe(screen)
  expect(await visit(page, '/')).toBe('/login')
  for (const screen of [...closedScreens, '/order/list?status=pending']) {
    await visit(page, screen)
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('redirect')]).toEqual(['/login', screen])
  }
})

test('a screen that a person may not open redirects to their home page with a notice', async ({ demo }) => {
  const refusals = [
    ['alice', '/manage/user', '/dashboard'],
    ['bob', '/dashboard', '/order/list'],
    ['amy', '/followcard/list', '/dashboard'],
    ['dave', '/order/list', '/dashboard'],
  ] as const
  for (const [who, path, home] of refusals) {
    const page = await (await demo(who)).open()
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page).toHaveURL(home)
    await expect(notice(page, 'You don’t have access to this page.')).toBeVisible()
  }
})

test('an unknown path redirects a signed-in person home and a visitor to the sign-in, with a notice', async ({
  demo,
  openPage,
}) => {
  const known = await (await demo('alice')).open()
  const visitor = await openPage()
  for (const [page, home] of [
    [known, '/dashboard'],
    [visitor, '/login'],
  ] as const) {
    for (const path of ['/no/such/page', '/order', `/order/detail/${randomUUID()}/more`]) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page).toHaveURL(home)
      await expect(notice(page, 'Page not found.')).toBeVisible()
    }
  }
  await known.goto('/order/list')
  await expect(known.getByText('Grace Whitfield')).toBeVisible()
  await expect(notice(known, 'Page not found.')).toBeHidden()
  await expectSentOn(known, '/order/lists', '/dashboard')
  await expect(notice(known, 'Page not found.')).toBeVisible()
})

const alice = { email: demoPeople.alice.email, password: demoPassword }

test('a person who signs in returns to the requested screen with its filters', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/order/list?status=pending')
  await submitSignIn(page, alice)
  await expect(page).toHaveURL('/order/list?status=pending')
  await expect(page.getByText('Grace Whitfield')).toBeVisible()
  await expect(page.getByText('Charlotte Nunn')).toBeHidden()
})

test('T47: a sign-in link never redirects to another site or to an address that is not a screen', async ({
  demo,
  openPage,
}) => {
  const attacks = [
    'https://evil.example/order/list',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%2fevil.example',
    '/no/such/page',
    '/login?redirect=/login',
  ]
  const page = await openPage()
  await page.goto(`/login?redirect=${encodeURIComponent('//evil.example/order/list')}`)
  await submitSignIn(page, alice)
  await expect(page).toHaveURL('/dashboard')
  const known = await (await demo('alice')).open()
  for (const wanted of attacks) {
    await known.goto(`/login?redirect=${encodeURIComponent(wanted)}`)
    await known.getByRole('button', { name: 'Continue to Pontic' }).click()
    await expect(known).toHaveURL('/dashboard')
  }
})

/** Returns whether `sessionStorage` (`tab`) and `localStorage` (`remembered`) of a page contain the session. */
const placesOf = (page: Page) =>
  page.evaluate(
    (key) => ({ tab: sessionStorage.getItem(key) !== null, remembered: localStorage.getItem(key) !== null }),
    sessionKey,
  )

test('a session ends when its tab is closed, unless the person has chosen to stay signed in', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/login')
  await submitSignIn(page, alice)
  await expect(page).toHaveURL('/dashboard')
  expect(await placesOf(page)).toEqual({ tab: true, remembered: false })
  const second = await page.context().newPage()
  expect(await visit(second, '/order/list')).toBe('/login')

  await submitSignIn(second, alice, true)
  await expect(second).toHaveURL('/order/list')
  expect(await placesOf(second)).toEqual({ tab: false, remembered: true })
  const third = await page.context().newPage()
  expect(await visit(third, '/order/list')).toBe('/order/list')
})

test('signing out signs out all tabs and revokes the token', async ({ demo }) => {
  const page = await (await demo('alice')).open()
  await page.goto('/order/list')
  const other = await page.context().newPage()
  await other.goto('/followcard/list')
  await expect(other.getByRole('heading', { name: 'Partners', level: 1 })).toBeVisible()
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key)!).access_token, sessionKey)
  const revoked = page.waitForResponse('**/oauth/revoke')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  expect(await placesOf(page)).toEqual({ tab: false, remembered: false })
  await revoked
  const response = await page.request.get('/restful/accounts/me', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(401)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a disabled account is signed out at its next action, and the sign-in shows the reason', async ({
  register,
}) => {
  const erin = await register('clinic', 'erin')
  const page = await erin.open()
  await page.goto('/order/list')
  await expect(page.getByText('No cases yet')).toBeVisible()
  await runSql('update account set disabled_at = now() where email = $1', [erin.email])
  // The page may already have redirected, because its own requests are refused as well.
  await page.goto('/order/discarded')
  await expect(page).toHaveURL(/\/login/)
  await submitSignIn(page, erin)
  await expect(page.getByText('This account is disabled.')).toBeVisible()
})

test('two tabs with an expired token refresh it only once', async ({ demo }) => {
  const page = await (await demo('ben')).open()
  await page.goto('/login')
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key)!)
    localStorage.setItem(key, JSON.stringify({ ...session, expires: Date.now() - 1000 }))
  }, sessionKey)
  await page.close()
  const context = page.context()
  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) refreshes.push(request.postData() ?? '')
  })
  const tabs = [await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto('/order/list')))
  for (const tab of tabs) await expect(tab.getByText('Grace Whitfield')).toBeVisible()
  expect(refreshes).toEqual([expect.stringContaining('grant_type=refresh_token')])
})
