import { expect, type Page } from '@playwright/test'
import { textsOf } from './inspect.ts'
import { test } from './people.ts'

const t = textsOf('en_US')

const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('orders.newCase') })

test('a day is typed by keyboard alone, and a day that does not exist is an error at its field that loses nothing', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/order/list')
  const button = page
    .getByRole('main')
    .getByRole('button', { name: t('orders.newCase') })
    .first()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toBeFocused()
  await page.keyboard.type('Dora Date')
  const day = dialog.getByLabel(t('orders.columns.deliveryOn'))
  await day.focus()
  // The browser of the test writes days in American English. Slashes lead to the next part, as the keyboard's Tab does.
  await page.keyboard.type('12/24/2036')
  await expect(day).toHaveValue('2036-12-24')
  const again = async () => {
    await day.blur()
    await day.focus()
  }
  await again()
  await page.keyboard.type('02312036')
  await page.keyboard.press('Enter')
  await expect(day).toBeFocused()
  await expect(day).toHaveAccessibleDescription(new RegExp(t('fields.date')))
  await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toHaveValue('Dora Date')
  await again()
  await page.keyboard.type('02292036')
  await expect(day).toHaveValue('2036-02-29')
  await expect(dialog.getByText(t('fields.date'))).toHaveCount(0)

  // The next step begins at its first field, and Escape leads back to where the user was.
  await page.keyboard.press('Enter')
  const chart = dialog.getByRole('listbox', { name: t('prescription.chart') })
  await expect(chart.locator('[role=option]:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('orders.drafts.keep') }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('head and foot of a dialog and of a popup are no landmarks of the page', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/order/list')
  const landmarks = async () => [
    await page.getByRole('banner', { includeHidden: true }).count(),
    await page.getByRole('contentinfo', { includeHidden: true }).count(),
  ]
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: t('orders.newCase') })
      .first(),
  ).toBeVisible()
  const before = await landmarks()
  await page.getByRole('button', { name: new RegExp(`^${t('shell.notifications', { unread: 0 })}`) }).click()
  await expect(page.getByRole('dialog', { name: t('screens.notifications') })).toBeVisible()
  expect(await landmarks()).toEqual(before)
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(dialogOf(page)).toBeVisible()
  expect(await landmarks()).toEqual(before)
})
