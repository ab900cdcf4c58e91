import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, sendCase, sendTo } from './cases.ts'
import { test } from './people.ts'

const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  })
const news = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('the bell counts notifications without a reload, and opening a case marks its notifications as read', async ({
  register,
}) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(clinic, lab)
  const { id, number } = await sendCase(clinic, lab, 'Henrietta Quimby')
  const [alice, bob] = [await clinic.open(), await lab.open()]
  await alice.goto('/order/list')
  await bob.goto('/myinfo/account')
  // The laboratory has one notification about the partnership and one about the case.
  await expect(bell(bob, 2)).toBeVisible()
  await expect(bob).toHaveTitle('(2) My information · Pontic')
  await expect(bell(alice, 1)).toBeVisible()

  // The clinic's page is not reloaded.
  await lab.client.call('orders.accept', { body: { id, deliveryOn: '2030-03-15' } })
  await expect(bell(alice, 2)).toBeVisible()
  const question = { orderId: id, reason: 'shade_missing', text: 'Which shade for Henrietta’s 16?' } as const
  await lab.client.call('conversation.ask', { body: question })
  await expect(bell(alice, 3)).toBeVisible()
  await expect(alice).toHaveTitle('(3) Case list · Pontic')
  await expect(alice.locator('.bell + [aria-live]')).toHaveText('Notifications, 3 unread')

  await bell(alice, 3).click()
  const sentence = `${lab.organizationName} has a question on case ${number}: Shade missing`
  await expect(news(alice).getByRole('link', { name: sentence })).toBeVisible()
  const items = news(alice).getByRole('list', { name: 'Today' }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  // Notifications about a case that the reader can read name its patient. They never contain the question.
  await expect(items.filter({ hasText: `case ${number}` })).toHaveCount(2)
  await expect(items.filter({ hasText: 'Henrietta Quimby' })).toHaveCount(2)
  await expect(items.filter({ hasText: 'partnership' })).not.toContainText('Henrietta')
  await expect(news(alice)).not.toContainText('Which shade')
  await news(alice).getByRole('link', { name: sentence }).click()
  await expect(alice).toHaveURL(`/order/detail/${id}`)
  await expect(news(alice)).toBeHidden()
  // Both notifications about the case are read. The one about the partnership is unread.
  await expect(bell(alice, 1)).toBeVisible()
  await expect(alice).toHaveTitle(`(1) ${number} · Pontic`)

  // Notifications about a visible case are marked as read. The laboratory marks all of its own as read on another device.
  await lab.client.call('conversation.post', { body: { orderId: id, text: 'Hello' } })
  await expect(alice.getByRole('log')).toContainText('Hello')
  await expect(bell(alice, 1)).toBeVisible()
  const other = await lab.open()
  await other.goto('/notifications')
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(other, 0)).toBeVisible()
  await expect(bell(bob, 0)).toBeVisible()
  await expect(bob).toHaveTitle('My information · Pontic')
})

test('the bell can be used by keyboard and returns the focus when it closes', async ({ register }) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(clinic, lab)
  const { id } = await createCase(clinic, 'Henrietta Quimby')
  await clinic.client.call('orders.declareNoScans', { body: { id } })
  await sendTo(lab, clinic, id)
  const page = await lab.open()
  await page.goto('/myinfo/account')
  await bell(page, 2).focus()
  await page.keyboard.press('Enter')
  await expect(news(page).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(news(page)).toBeHidden()
  await expect(bell(page, 2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(news(page).locator(':focus')).toHaveCount(1)
  const first = news(page).getByRole('link').first()
  for (let presses = 0; presses < 4; presses++) {
    if (await first.evaluate((link) => link === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/order/detail/${id}`)
  await expect(bell(page, 1)).toBeVisible()
})
