import { expect, type Page } from '@playwright/test'
import { blockRequests } from './network.ts'
import { test } from './people.ts'

const menuCode = /\/MenuPopup-[^/]+\.js$/

/** Opens the case list and blocks the code of the menus. @returns the button of a row's menu, and a function that unblocks the code */
async function openListWithoutMenus(page: Page) {
  const release = await blockRequests(page, menuCode)
  await page.goto('/order/list')
  const dots = page.getByRole('button', { name: /^Actions for case/ }).first()
  await expect(dots).toHaveAttribute('aria-haspopup', 'menu')
  return { dots, release }
}

test('a menu whose button is pressed before its code is loaded opens after loading, and returns the focus when it closes', async ({
  demo,
}) => {
  const page = await (await demo('alice')).open()
  const { dots, release } = await openListWithoutMenus(page)
  const requested = page.waitForRequest(menuCode)
  await dots.focus()
  await requested
  await page.keyboard.press('Enter')
  await expect(dots).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(page.getByRole('menu', { name: /^Actions for case/ })).toBeVisible()
  await expect(dots).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(dots).toBeFocused()
  await expect(dots).toHaveAttribute('aria-expanded', 'false')
})

test('a menu stays closed if the focus has moved before its code is loaded', async ({ demo }) => {
  const page = await (await demo('alice')).open()
  const { dots, release } = await openListWithoutMenus(page)
  await dots.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  // A script opens the other menu. Pointer and keys would close the first menu if it were open, which would hide the error.
  await page
    .getByRole('search', { name: 'Filters' })
    .getByRole('button', { name: 'Type', exact: true })
    .dispatchEvent('click')
  release()
  await expect(page.getByRole('menuitem', { name: 'Restoration' })).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(1)
  await expect(dots).toHaveAttribute('aria-expanded', 'false')
})

test('a menu whose code cannot be loaded shows an error, and opens at the next press', async ({ demo }) => {
  const page = await (await demo('alice')).open()
  await page.route(menuCode, (route) => route.abort())
  await page.goto('/order/list')
  const account = page.getByRole('button', { name: /^Account menu/ })
  await account.click()
  await expect(page.getByRole('alert')).toContainText('The server can’t be reached')
  await page.unroute(menuCode)
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
})

test('a menu focuses its first enabled entry', async ({ demo }) => {
  const page = await (await demo('alice')).open()
  await page.goto('/order/list')
  await page.getByRole('button', { name: /^Language/ }).click()
  await expect(page.getByRole('menuitem', { name: 'English' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: '简体中文' })).toBeFocused()
})

test('the narrow side menu shows the name of the entry under the pointer until Escape is pressed', async ({
  demo,
}) => {
  const page = await (await demo('alice')).open()
  await page.goto('/order/list')
  await page.getByRole('button', { name: 'Close the side menu' }).click()
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Partners' })
  const name = page.getByRole('tooltip', { name: 'Partners' })
  await entry.hover()
  await expect(name).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(name).toBeHidden()
  await page.getByRole('heading', { level: 1 }).hover()
  await entry.hover()
  await expect(name).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(name).toBeHidden()
})
