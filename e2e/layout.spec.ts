import { expect, type Page } from '@playwright/test'
import type { demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { countInputs } from './clicks.ts'
import { test } from './people.ts'

const sideMenu = (page: Page) => page.locator('.side').getByRole('link')
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'You are here' }).getByRole('listitem')

test('the main layout has side menu, breadcrumb, user menu, language selector and footer', async ({
  demo,
}) => {
  const page = await (await demo('alice')).open()
  await page.goto('/order/list')
  await expect(sideMenu(page).filter({ hasText: 'Case list' })).toHaveAttribute('aria-current', 'page')
  await expect(sideMenu(page)).toHaveText([
    'Pontic',
    'Dashboard',
    'Case list',
    'Partners',
    'User management',
    'Support requests',
    'My information',
  ])
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('navigation', { name: 'You are here' })).toBeVisible()
  await bar.getByRole('button', { name: /^Account menu/ }).click()
  const userMenu = page.getByRole('menu', { name: 'Account menu' })
  await expect(userMenu.getByRole('menuitem')).toHaveText([
    'Account settings',
    'My organization',
    'API keys',
    'Webhooks',
    'Log out',
  ])
  await userMenu.getByRole('menuitem', { name: 'Account settings' }).click()
  await expect(page).toHaveURL('/myinfo/account')

  await bar.getByRole('button', { name: /English/ }).click()
  const languages = page.getByRole('menu').getByRole('menuitem')
  await expect(languages.filter({ hasText: 'English' })).toBeDisabled()
  await languages.filter({ hasText: '简体中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '我的信息' })).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'language')?.value).toBe('zh_CN')
  await expect(page.getByRole('contentinfo')).toContainText(/Pontic \d+\.\d+/)
})

test('the user menu of an administrator opens the organization and its keys in two clicks, and members have no such entries', async ({
  demo,
}) => {
  const page = await (await demo('bob')).open()
  await page.goto('/order/list')
  const menu = page.getByRole('button', { name: /^Account menu/ })
  const inputs = await countInputs(page)
  await menu.click()
  await page.getByRole('menuitem', { name: 'My organization' }).click()
  await expect(page).toHaveURL('/myinfo/organization')
  expect(inputs.read()).toEqual({ presses: 2, keys: 0 })
  for (const name of ['API keys', 'Webhooks'])
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'API keys' }).click()
  await expect(page).toHaveURL('/organization/keys')
  const member = await (await demo('ben')).open()
  await member.goto('/order/list')
  await member.getByRole('button', { name: /^Account menu/ }).click()
  await expect(member.getByRole('menuitem')).toHaveText(['Account settings', 'Log out'])
})

test('on a phone, “More” lists the screens of an administrator’s organization', async ({ demo }) => {
  const page = await (await demo('bob')).open()
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/order/list')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).click()
  await expect(page).toHaveURL('/organization/keys')
})

test('the breadcrumb begins with the home page on every screen except the dashboard', async ({ demo }) => {
  test.slow()
  for (const who of ['root', 'alice', 'bob', 'dave'] as const satisfies (keyof typeof demoPeople)[]) {
    const page = await (await demo(who)).open()
    await page.goto('/myinfo/account')
    await expect(crumbs(page)).toHaveText(['Home page', 'My information'])
    const entries = sideMenu(page).filter({ hasNotText: 'Pontic' })
    await expect(entries.first()).toBeVisible()
    for (const name of await entries.allTextContents()) {
      if (name === '') continue
      await entries.filter({ hasText: new RegExp(`^${name}$`) }).click()
      await expect(crumbs(page)).toHaveText(name === 'Dashboard' ? [name] : ['Home page', name])
    }
    await page.goto('/myinfo/account')
    await crumbs(page).getByRole('link', { name: 'Home page' }).click()
    await expect(page).toHaveURL(who === 'bob' ? '/order/list' : '/dashboard')
  }
})

test('the breadcrumb shows a case below the case list', async ({ demo }) => {
  const alice = await demo('alice')
  const page = await alice.open()
  await page.goto('/order/list')
  const row = page.getByRole('row').filter({ hasText: 'Grace Whitfield' })
  const number = (await row.getByRole('link').textContent()) ?? ''
  await row.getByRole('link').click()
  await expect(crumbs(page)).toHaveText(['Home page', 'Case list', number])
})

test('the details of a support request have a breadcrumb and no entry in the menu', async ({ register }) => {
  const erin = await register('clinic', 'erin')
  const { list } = await erin.client.call('workorders.listTypes', {})
  const body = { typeId: list[0]!.id, title: 'Scans stay', content: 'They do.', priority: 'normal' }
  const { id } = await erin.client.call('workorders.create', { body: body as never })
  const page = await erin.open()
  await page.goto(`/work/detail?id=${id}`)
  await expect(page.getByRole('heading', { name: 'Communication record' })).toBeVisible()
  await expect(crumbs(page)).toHaveText(['Home page', 'Support requests', 'Work order details'])
  await expect(sideMenu(page).filter({ hasText: 'Work order details' })).toHaveCount(0)
})

test('the side menu opens and closes, keeps its state after a reload, and is a bar on a phone', async ({
  demo,
}) => {
  const page = await (await demo('alice')).open()
  await page.goto('/order/list')
  const side = page.locator('.side')
  const widthPx = async () => (await side.boundingBox())?.width
  const partners = sideMenu(page).filter({ hasText: 'Partners' })
  await expect.poll(widthPx).toBe(232)
  await page.getByRole('button', { name: 'Close the side menu' }).click()
  await expect.poll(widthPx).toBe(64)
  await page.reload()
  const open = page.getByRole('button', { name: 'Open the side menu' })
  await expect(open).toBeVisible()
  await expect.poll(widthPx).toBe(64)
  await expect(partners).toBeVisible()
  await open.click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Close the side menu' })).toBeVisible()
  await expect.poll(widthPx).toBe(232)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(side).toBeHidden()
  const bottom = page.locator('.bottom')
  await expect(bottom.getByRole('link')).toHaveText(['Dashboard', 'Case list', 'Partners', 'User management'])
  await bottom.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Support requests' }).click()
  await expect(page).toHaveURL('/work/list')
})
