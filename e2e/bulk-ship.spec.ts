import { expect, type Page } from '@playwright/test'
import type { Order } from '@pontic/contract'
import { becomePartners, sendCase } from './cases.ts'
import { countInputs, jobViews } from './clicks.ts'
import { textsOf } from './inspect.ts'
import { type Person, type Register, test } from './people.ts'

const count = 10

/** Numbers of UPS, so that the carrier is known without an input. */
const numberOf = (index: number) => `1Z999AA1012345${String(6700 + index)}`

async function acceptCases(alice: Person, bob: Person): Promise<Order[]> {
  const accept = async (index: number) => {
    const { id } = await sendCase(alice, bob, `Patient ${index}`)
    return await bob.client.call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
  }
  return await Promise.all(Array.from({ length: count }, (_, index) => accept(index)))
}

async function openParties(register: Register): Promise<[Person, Person]> {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  return [alice, bob]
}

/** Waits until the list shows the cases in production. */
async function openList(page: Page): Promise<void> {
  await page.goto('/order/list?status=accepted')
  await expect(page.getByRole('link', { name: /^C\d\d-/ })).toHaveCount(count)
}

for (const { width, language } of jobViews) {
  test(`ten cases ship with at most 12 inputs besides typing by mouse and by keyboard at ${width} px in ${language}`, async ({
    register,
  }) => {
    const t = textsOf(language)
    const [alice, bob] = await openParties(register)
    const page = await bob.open({ language, viewport: { width, height: 900 } })
    const inputs = await countInputs(page)
    const ship = page.getByRole('button', { name: t('orders.bulk.ship.button', { count }) })
    const ways = {
      mouse: async () => {
        await page.getByRole('checkbox', { name: t('ui.table.selectAll') }).click()
        await ship.click()
      },
      keyboard: async () => {
        await page.keyboard.press('Shift+X')
        await expect(ship).toBeVisible()
        await page.keyboard.press('s')
      },
    }
    for (const [way, begin] of Object.entries(ways)) {
      // Leaves the list, which would be drawn again after each step of the new cases.
      await page.goto('about:blank')
      const orders = await acceptCases(alice, bob)
      await openList(page)
      inputs.reset()
      await begin()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('textbox', { name: /C\d\d-/ }).first()).toBeFocused()
      for (let index = 0; index < count; index++) {
        // The first number is typed key by key. A scanner enters the others.
        if (index === 0) await page.keyboard.type(numberOf(index))
        else await page.keyboard.insertText(numberOf(index))
        await page.keyboard.press('Enter')
      }
      await expect(dialog.getByText(t('orders.bulk.summary', { done: count, failed: 0 }))).toBeVisible()
      const { presses, keys } = inputs.read()
      const isWithin = presses + keys <= 12
      expect({ way, presses, keys, isWithin }).toMatchObject({ isWithin: true })
      const shipped = await Promise.all(
        orders.map(({ id }) => bob.client.call('orders.get', { params: { id } })),
      )
      for (const { order } of shipped) {
        expect(order).toMatchObject({ status: 'shipped', carrier: 'UPS' })
        expect(order.expressNumber).toMatch(/^1Z999AA1012345\d{4}$/)
      }
      await dialog
        .getByRole('button', { name: t('ui.close') })
        .last()
        .click()
    }
  })
}

test('a wrong number is marked at its case, a case that has changed fails alone, and what is typed stays', async ({
  register,
}) => {
  const t = textsOf('en_US')
  const [alice, bob] = await openParties(register)
  const orders = await acceptCases(alice, bob)
  const page = await bob.open()
  await openList(page)
  await page.getByRole('checkbox', { name: t('ui.table.selectAll') }).click()
  await page.getByRole('button', { name: t('orders.bulk.ship.button', { count }) }).click()
  const dialog = page.getByRole('dialog')
  const fields = dialog.getByRole('textbox', { name: /C\d\d-/ })
  await expect(fields.first()).toBeFocused()
  for (let index = 0; index < count; index++) await fields.nth(index).fill(numberOf(index))
  await fields.nth(3).fill('short')
  await fields.nth(9).press('Enter')
  await expect(fields.nth(3)).toBeFocused()
  await expect(fields.nth(3)).toHaveAccessibleDescription(t('fields.express_number'))
  await expect(fields.nth(9)).toHaveValue(numberOf(9))

  // Somebody rejects one of the cases before the others are shipped.
  const body = { id: orders[0]!.id, reason: 'other', note: 'The patient has cancelled.' } as const
  await bob.client.call('orders.reject', { body })
  await fields.nth(3).fill(numberOf(3))
  await dialog.getByRole('button', { name: t('orders.bulk.ship.button', { count }) }).click()
  await expect(dialog.getByText(t('orders.bulk.summary', { done: 9, failed: 1 }))).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: orders[0]!.number })).toHaveAttribute(
    'data-state',
    'failed',
  )
})

test('selected cases are assigned to a member and printed together', async ({ register }) => {
  const t = textsOf('en_US')
  const [alice, bob] = await openParties(register)
  await acceptCases(alice, bob)
  const page = await bob.open()
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true')
  })
  await openList(page)
  const selectAll = page.getByRole('checkbox', { name: t('ui.table.selectAll') })
  await selectAll.click()
  await page.getByRole('button', { name: t('orders.bulk.assign.button', { count }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: t('orders.columns.technician') }).click()
  // The members are loaded after the dialog has opened.
  await page.getByRole('option', { name: bob.name }).click()
  await dialog.getByRole('button', { name: t('orders.bulk.assign.button', { count }) }).click()
  await expect(dialog.getByText(t('orders.bulk.summary', { done: count, failed: 0 }))).toBeVisible()
  await dialog
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()
  await page.getByRole('button', { name: t('orders.views.mine') }).click()
  await expect(page.getByRole('link', { name: /^C\d\d-/ })).toHaveCount(count)

  await selectAll.check()
  await page.getByRole('button', { name: t('orders.bulk.print.button', { count }) }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('screens.tickets') })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(count)
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'true')
})
