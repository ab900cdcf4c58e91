import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, defaultCalendar } from '@pontic/contract'
import { becomePartners, sendCase } from './cases.ts'
import { textsOf } from './inspect.ts'
import { drag } from './mouse.ts'
import { type Person, type Register, test } from './people.ts'

const t = textsOf('en_US')
const today = () => new Date().toISOString().slice(0, 10)
const inDays = (days: number) => addDays(today(), days)

/** Opens the board of a laboratory that works every day, with a case that is accepted for the day after tomorrow. */
async function openBoard(
  register: Register,
  options: { viewport?: { width: number; height: number }; hasTouch?: boolean } = {},
): Promise<{ alice: Person; bob: Person; page: Page; id: string }> {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  const calendar = { ...defaultCalendar, workingDays: [1, 2, 3, 4, 5, 6, 7], casesPerDay: 1 }
  await bob.client.call('delivery.updateCalendar', { body: calendar })
  const { id } = await sendCase(alice, bob, 'Kestrel Example')
  await bob.client.call('orders.accept', { body: { id, deliveryOn: inDays(2) } })
  const page = await bob.open({ timezoneId: 'UTC', ...options })
  await page.goto('/order/list?layout=day')
  await expect(cardOf(page)).toBeVisible()
  return { alice, bob, page, id }
}

const columnOf = (page: Page, day: string) => page.locator(`[data-column="${day}"]`)
const cardOf = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Kestrel Example' })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function centreOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = (await part.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) }
}

test('a card that is dragged to a later day asks the clinic, which agrees in its list', async ({
  register,
}) => {
  const { alice, bob, page, id } = await openBoard(register)
  await expect(columnOf(page, inDays(2)).getByRole('heading')).toContainText('1 of 1')
  await expect(columnOf(page, inDays(2))).toContainText('16 Crown')
  const target = columnOf(page, inDays(4))
  await drag([cardOf(page), 0.5, 0.5], [target, 0.5, 0.2], () =>
    expect(target).toHaveAttribute('data-target', 'true'),
  )
  await expect(dialogOf(page)).toContainText('is asked to agree')
  await dialogOf(page)
    .getByRole('button', { name: /^Propose/ })
    .click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(columnOf(page, inDays(2)).getByRole('listitem')).toContainText('proposed')

  const clinic = await alice.open({ timezoneId: 'UTC' })
  await clinic.goto('/order/list')
  await clinic.getByRole('button', { name: t('order.action.answerDay') }).click()
  await dialogOf(clinic)
    .getByRole('button', { name: /^Agree/ })
    .click()
  await expect(dialogOf(clinic)).toBeHidden()
  await expect(columnOf(page, inDays(4)).getByRole('listitem')).toContainText('Kestrel Example')
  const { order } = await bob.client.call('orders.get', { params: { id } })
  expect(order).toMatchObject({ deliveryOn: inDays(4), proposedOn: null })
})

test('Shift with an arrow key moves a card to an earlier day at once', async ({ register }) => {
  const { page } = await openBoard(register)
  await cardOf(page).getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(dialogOf(page)).toContainText('is notified that the day has changed')
  // Enter opens the card until the dialog has the focus.
  await expect(dialogOf(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeHidden()
  await expect(columnOf(page, inDays(1)).getByRole('listitem')).toContainText('Kestrel Example')
})

test('a finger that rests on a card drags it on a phone', async ({ register }) => {
  const { page } = await openBoard(register, { viewport: { width: 390, height: 844 }, hasTouch: true })
  const cdp = await page.context().newCDPSession(page)
  await cardOf(page).scrollIntoViewIfNeeded()
  const from = await centreOf(cardOf(page))
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', from)
  await expect(page.locator('[data-ghost]')).toBeVisible()
  const to = await centreOf(columnOf(page, inDays(1)))
  await touch('touchMove', { x: to.x, y: to.y - 10 })
  await touch('touchMove', to)
  await expect(columnOf(page, inDays(1))).toHaveAttribute('data-target', 'true')
  await touch('touchEnd')
  await expect(dialogOf(page)).toContainText('is notified that the day has changed')
})

test('a card that is dragged to a member is assigned, which the clinic does not see', async ({
  register,
}) => {
  const { alice, bob, page, id } = await openBoard(register)
  await page.goto('/order/list?layout=technician')
  const own = page.locator('[data-column]').nth(1)
  await drag([cardOf(page), 0.5, 0.5], [own, 0.5, 0.2])
  await expect(own.getByRole('listitem')).toContainText('Kestrel Example')
  expect((await bob.client.call('orders.get', { params: { id } })).order.technician).not.toBe('')
  const { order } = await alice.client.call('orders.get', { params: { id } })
  expect([order.technicianId, order.technician]).toEqual([null, ''])
})

test('seven columns fit beside each other at 1440 pixels', async ({ register }) => {
  const { alice, bob, page } = await openBoard(register, { viewport: { width: 1440, height: 900 } })
  await sendCase(alice, bob, 'Without a day')
  const board = page.getByRole('region', { name: t('orders.board.label') })
  await expect(page.locator('[data-column="undated"]')).toBeVisible()
  await expect(page.locator('[data-column]')).toHaveCount(7)
  expect(await board.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})
