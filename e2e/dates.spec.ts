import { expect, type Page } from '@playwright/test'
import { writeDay } from '../apps/web/src/ui/day-text.ts'
import { textsOf } from './inspect.ts'
import { test } from './people.ts'

const t = textsOf('en_US')

const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('orders.newCase') })

const sizes = [
  {
    language: 'en_US',
    width: 1440,
    typed: ['12/24/2036', '02312036', '2 29 36'],
    shown: ['12/24/2036', '02/29/2036'],
  },
  {
    language: 'de_DE',
    width: 390,
    typed: ['24.12.2036', '31022036', '29.2.36'],
    shown: ['24.12.2036', '29.02.2036'],
  },
] as const

for (const { language, width, typed, shown } of sizes)
  test(`a day is typed or picked by keyboard alone, and a text that is no day stays with an error at its field, ${language}, ${width} px`, async ({
    register,
  }) => {
    const t = textsOf(language)
    const alice = await register('clinic', 'alice')
    await alice.client.call('accounts.update', { body: { language } })
    const page = await alice.open({ language, viewport: { width, height: 844 } })
    await page.goto('/order/list')
    const button = page
      .getByRole('main')
      .getByRole('button', { name: t('orders.newCase') })
      .first()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('orders.newCase') })
    const patient = dialog.getByRole('textbox', { name: t('common.label.patient') })
    await expect(patient).toBeFocused()
    await page.keyboard.type('Dora Date')
    const day = dialog.getByRole('textbox', { name: t('orders.columns.deliveryOn') })
    const write = async (text: string) => {
      await day.focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    }
    await write(typed[0])
    await day.blur()
    await expect(day).toHaveValue(shown[0])

    await write(typed[1])
    await page.keyboard.press('Enter')
    await expect(day).toBeFocused()
    await expect(day).toHaveValue(typed[1])
    const wrong = t('ui.day.wrong', { format: t('ui.day.format') })
    await expect(day).toHaveAccessibleDescription(new RegExp(wrong.replaceAll('.', '\\.')))
    await expect(patient).toHaveValue('Dora Date')

    await write('2020-01-31')
    await page.keyboard.press('Tab')
    const past = t('ui.day.from', { day: writeDay(language, new Date().toISOString().slice(0, 10)) })
    await expect(dialog.getByText(past)).toBeVisible()

    await write(typed[2])
    await day.blur()
    await expect(day).toHaveValue(shown[1])
    await expect(day).not.toHaveAttribute('aria-invalid', 'true')

    // The calendar opens at the day, and Escape closes only the calendar.
    const calendar = page.getByRole('dialog', { name: t('ui.day.calendar') })
    const focused = calendar.locator('td button:focus')
    await day.focus()
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveText('29')
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(dialog).toBeVisible()
    await dialog
      .getByRole('button', { name: t('ui.day.calendar') })
      .first()
      .press('Enter')
    await expect(focused).toHaveText('29')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveText('30')
    await page.keyboard.press('Enter')
    await expect(calendar).toBeHidden()
    await expect(day).toHaveValue(writeDay(language, '2036-03-30'))

    // The next step begins at its first field, and Escape leads back to where the user was.
    await day.focus()
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
