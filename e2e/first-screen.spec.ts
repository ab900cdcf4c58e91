import { expect, type Page } from '@playwright/test'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { createCase } from './cases.ts'
import { textsOf } from './inspect.ts'
import { blockRequests } from './network.ts'
import { type Person, submitSignIn, test, unique } from './people.ts'

const alice = { ...demoPeople.alice, password: demoPassword }
const appScript = /\/assets\/App-[^/]+\.js$/

/** Marks the document, so that a test can tell whether the browser has loaded the page again. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-mark'))

test('a visitor loads no router on the sign-in page, and after the sign-in the same page shows the portal', async ({
  openPage,
}) => {
  const page = await openPage()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Sign in to Pontic' })).toBeVisible()
  expect(scripts.filter((url) => appScript.test(url))).toEqual([])

  await mark(page)
  await submitSignIn(page, alice)
  await expect(page).toHaveURL('/dashboard')
  await expect(page).toHaveTitle(/^(\(.+\) )?Dashboard/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in to Pontic' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL('/dashboard')
  expect(await isMarked(page)).toBe(true)
})

test('a link of a public page opens the next page, moves the focus to it, and Back returns', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/login?redirect=%2Forder%2Flist')
  await mark(page)
  await page.getByRole('link', { name: 'Register your clinic or laboratory' }).click()
  await expect(page).toHaveURL('/register')
  await expect(page).toHaveTitle(/^Register/)
  await expect(page.locator('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/login?redirect=%2Forder%2Flist')
  await expect(page.getByRole('heading', { name: 'Sign in to Pontic' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('a link of a public page shows an error while the next page cannot be loaded, and opens it after a reload', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/login')
  await page.route(appScript, (route) => route.abort())
  await page.getByRole('link', { name: 'Register your clinic or laboratory' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute(appScript)
  await page.getByRole('alert').getByRole('button').click()
  await expect(page.getByRole('button', { name: 'Register the clinic' })).toBeVisible()
})

test('the case list gets its first page while the scripts load, and shows a case that was created meanwhile', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  const bodies = new Set<string | null>()
  page.on('request', (request) => {
    if (request.url().endsWith('/restful/orders/list')) bodies.add(request.postData())
  })
  const release = await blockRequests(page, appScript)
  const first = page.waitForResponse('**/restful/orders/list')
  await page.goto('/order/list', { waitUntil: 'commit' })
  expect((await first).status()).toBe(200)
  await createCase(alice, 'Merlin Example')
  release()
  await expect(page.getByRole('cell', { name: 'Merlin Example' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Kestrel Example' })).toBeVisible()
  // Otherwise the page could not have used the early reply.
  expect(bodies.size).toBe(1)
})

/** Counts the requests of a page for the case list from now on. */
function countLists(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/restful/orders/list')) count += 1
  })
  return () => count
}

/** Waits until the page has read a change of the account, and with it all earlier changes. The page requests the account then. */
async function waitForChanges(page: Page, person: Person): Promise<void> {
  const account = page.waitForRequest('**/restful/accounts/me')
  await person.client.call('accounts.update', { body: { location: unique() } })
  await account
}

test('the case list is requested once if no case has changed in the last ten seconds', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  const lists = countLists(page)
  const stream = page.waitForResponse('**/restful/events')
  await page.goto('/order/list')
  await expect(page.getByText('No cases yet')).toBeVisible()
  await stream
  await waitForChanges(page, alice)
  expect(lists()).toBe(1)
})

test('data is requested again if it is older than the changes that the server repeats', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  // Sets the clock of the page forward, so that the stream seems to open late.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + ('isLate' in window ? 20_000 : 0)
  })
  const lists = countLists(page)
  const release = await blockRequests(page, '**/restful/events')
  await page.goto('/order/list')
  await expect(page.getByText('No cases yet')).toBeVisible()
  expect(lists()).toBe(1)
  await page.evaluate(() => Object.assign(window, { isLate: true }))
  release()
  await expect.poll(lists).toBe(2)
})

test('many changes in a row repeat the request of the list at most twice a second', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/order/list')
  await expect(page.getByText('No cases yet')).toBeVisible()
  await waitForChanges(page, alice)
  const lists = countLists(page)
  const startedAt = performance.now()
  for (let n = 1; n <= 40; n++) await createCase(alice, `Patient ${n}`)
  await expect(page.getByText('Patient 40')).toBeVisible()
  const seconds = (performance.now() - startedAt) / 1000
  // The first change is shown at once, which is one request more. The other is for the half second that has begun.
  expect(lists()).toBeLessThanOrEqual(2 * seconds + 2)
})

test('a session that has ended shows the sign-in page, although the case list was requested early', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await alice.client.session.signOut()
  await page.goto('/order/list')
  await expect(page).toHaveURL(/\/login/)
})

for (const [path, width, language, who] of [
  ['/login', 390, 'zh_CN', 'alice'],
  ['/dashboard', 390, 'en_US', 'alice'],
  ['/order/list', 390, 'de_DE', 'bob'],
  ['/order/list', 1440, 'en_US', 'alice'],
  ['/myinfo/security', 1440, 'zh_CN', 'alice'],
] as const)
  test(`before the scripts of ${path} arrive, its title and search field have the same text and place as afterwards (${language}, ${width} px)`, async ({
    demo,
    openPage,
  }) => {
    const options = { language, viewport: { width, height: 800 } }
    const page = path === '/login' ? await openPage(options) : await (await demo(who)).open(options)
    const titleOf = (selector: string) =>
      page.locator(selector).evaluate((title) => {
        const range = document.createRange()
        range.selectNodeContents(title)
        const { x, y, height } = range.getBoundingClientRect()
        return { text: title.textContent, x: Math.round(x), y: Math.round(y), height: Math.round(height) }
      })
    const scripts = /\/assets\/.*\.js$/
    await page.route(scripts, (route) => route.abort())
    await page.goto(path)
    await expect(page.locator('#frame h1')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await titleOf('#frame h1')
    expect(before.text).not.toBe('')
    const field = page.locator('#frame p')
    const hasField = (await field.count()) > 0
    expect(hasField).toBe(path === '/order/list')
    const placeOf = (field: Element) => {
      const { x, y } = field.getBoundingClientRect()
      const { paddingLeft, paddingTop } = getComputedStyle(field)
      const text = field instanceof HTMLInputElement ? field.placeholder : field.textContent
      const [left, top] = [x + field.clientLeft, y + field.clientTop]
      return {
        text,
        x: Math.round(left + parseFloat(paddingLeft)),
        y: Math.round(top + parseFloat(paddingTop)),
      }
    }
    const fieldBefore = hasField ? await field.evaluate(placeOf) : undefined
    await page.unroute(scripts)
    const releaseBar = await blockRequests(page, /\/assets\/ListBar-[^/]+\.js$/)
    await page.reload()
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('#frame')).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    expect(await titleOf('main h1')).toEqual(before)
    if (!fieldBefore) return
    const search = page.getByRole('searchbox')
    expect(await search.evaluate(placeOf)).toEqual(fieldBefore)
    releaseBar()
    await expect(
      page.getByRole('navigation', { name: textsOf(language)('common.label.views') }),
    ).toBeVisible()
    expect(await search.evaluate(placeOf)).toEqual(fieldBefore)
  })
