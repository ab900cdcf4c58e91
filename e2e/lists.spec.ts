import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { writeDay } from '../apps/web/src/ui/day-text.ts'
import { becomePartners, createCase, sendCase } from './cases.ts'
import { mouse } from './hands.ts'
import { blockRequests } from './network.ts'
import { test } from './people.ts'
import { runSql } from './portal.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('row')
const chooseOption = async (page: Page, chip: string, option: string) => {
  await page.getByRole('button', { name: chip, exact: true }).click()
  await page.getByRole('menuitem', { name: option }).click()
}

/** Returns the day (`YYYY-MM-DD`) that is `days` after today in UTC, the time zone of the test browsers. */
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a saved view with chosen columns and their order is available on another device', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  await page.goto('/order/list')
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Doctor' }).check()
  await columns.getByRole('checkbox', { name: 'Delivery day' }).uncheck()
  // Past the work and the patient.
  for (let step = 0; step < 2; step++) await columns.getByRole('button', { name: 'Move Status left' }).click()
  await page.keyboard.press('Escape')
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Doctor' })).toBeVisible()
  await expect(heads.filter({ hasText: 'Delivery day' })).toBeHidden()
  const names = (await heads.allInnerTexts()).map((name) => name.trim())
  expect(names.indexOf('Status')).toBeLessThan(names.indexOf('Patient'))

  await chooseOption(page, 'Needs attention', 'Late')
  await expect(page.getByText('No case matches')).toBeVisible()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Late ones')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Late ones', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )

  const other = await alice.open()
  await other.goto('/order/list')
  await expect(other.getByText('Kestrel Example')).toBeVisible()
  await other.getByRole('button', { name: 'Late ones', exact: true }).click()
  await expect(other).toHaveURL(/due=late/)
  await other.getByRole('button', { name: 'All cases', exact: true }).click()
  await expect(other.getByText('Kestrel Example')).toBeVisible()
  await expect(other.getByRole('columnheader').filter({ hasText: 'Doctor' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for view Late ones' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('button', { name: 'Late ones', exact: true })).toBeHidden()
})

test('a laboratory accepts several cases at once and sees the result of each', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const [first, second] = await Promise.all(['Ada', 'Bea'].map((name) => sendCase(alice, bob, name)))
  const page = await bob.open()
  await page.goto('/order/list')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Accept 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept 2 cases' })
  // If the clinic has set no delivery day, the dialog proposes one from the laboratory's working days.
  await expect(dialog.getByLabel(`Delivery day of ${first!.number}`)).not.toHaveValue('')
  await alice.client.call('orders.recall', { body: { id: second!.id } })
  await dialog.getByRole('button', { name: 'Accept 2' }).click()
  await expect(dialog.getByText('1 done, 1 failed')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: first!.number })).toContainText('Succeeded')
  await expect(dialog.getByRole('listitem').filter({ hasText: second!.number })).not.toContainText(
    'Succeeded',
  )
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(rows(page).filter({ hasText: first!.number })).toContainText('In production')
})

test('a clinic exports its case list as CSV for a spreadsheet', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  await createCase(alice, '=HYPERLINK("https://evil.example")')
  await createCase(alice, '张伟')
  const page = await alice.open()
  await page.goto('/order/list')
  await expect(page.getByText('张伟')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^pontic-.*\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).toContain('"张伟"')
})

test('a laboratory’s board shows cases that are late, due today, due on one of the next days or later, and arrow keys move between them', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const days = { Late: -2, Today: 0, Soon: 3, Far: 60 }
  for (const [name, offset] of Object.entries(days)) {
    const { id } = await sendCase(alice, bob, name)
    await bob.client.call('orders.accept', { body: { id, deliveryOn: dayFrom(Math.max(offset, 0)) } })
    // Set by SQL, because no call accepts a past day.
    if (offset < 0)
      await runSql('update orders set delivery_on = $1::date where id = $2', [dayFrom(offset), id])
  }
  const page = await bob.open()
  await page.goto('/order/list')
  await mouse.choose(page.getByRole('radio', { name: 'Board by delivery day' }))
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}\\s?\\d`) })
  await expect(column('Late').getByRole('link')).toHaveText('Late')
  await expect(column('Today').getByRole('link')).toHaveText('Today')
  await expect(page.locator(`[data-column="${dayFrom(days.Soon)}"]`).getByRole('link')).toHaveText('Soon')
  await expect(column('Later').getByRole('link')).toHaveText('Far')
  await column('Late').getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await expect(column('Today').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/detail\//)
  await expect(page.getByTestId('case-status')).toContainText('late')
})

test('a laboratory’s working days determine the delivery day that the clinic is offered', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const labPage = await bob.open()
  await labPage.goto('/myinfo/organization')
  for (const day of ['Saturday', 'Sunday']) await labPage.getByRole('checkbox', { name: day }).check()
  await labPage.getByRole('textbox', { name: 'Restoration' }).fill('2')
  await labPage.getByRole('button', { name: 'Save delivery days' }).click()
  await expect(labPage.getByText(/^Delivery days saved/)).toBeVisible()
  const clinicPage = await alice.open()
  await clinicPage.goto('/order/list?new=case')
  const dialog = clinicPage.getByRole('dialog', { name: 'New case' })
  await dialog.getByRole('combobox', { name: 'Laboratory' }).click()
  await clinicPage.getByRole('option', { name: bob.organizationName }).click()
  await dialog.getByRole('button', { name: /^Use/ }).click()
  await expect(dialog.getByLabel('Delivery day')).toHaveValue(writeDay('en_US', dayFrom(2)))
})

test('the dashboard links to the cases it counts, and arrow keys move between the bars of its graph', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('navigation', { name: 'You are here' })).not.toContainText('Home page')
  const bars = page.getByRole('figure', { name: 'New cases' }).getByRole('group').getByRole('button')
  await expect(bars).toHaveCount(7)
  await bars.last().focus()
  await expect(bars.last()).toHaveAccessibleName(/: 1 case$/)
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(5)).toBeFocused()
  await createCase(alice, 'Second Example')
  await expect(bars.last()).toHaveAccessibleName(/: 2 cases$/)
  await page.getByRole('link', { name: /Scanned/ }).click()
  await expect(page).toHaveURL('/order/list?status=scanned')
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Home page')
})

test('the numbers above the case list are labelled as counting all cases while a search is active', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  await createCase(alice, 'Kestrel Example')
  await createCase(alice, 'Second Example')
  const page = await alice.open()
  await page.goto('/order/list')
  const figures = page.getByRole('group', { name: 'Cases by status' })
  const note = page.getByText('These numbers include all cases, not only the ones found.')
  const total = page.locator('.page-total')
  await expect(total).toHaveText('2')
  await expect(note).toBeHidden()
  await page.getByRole('searchbox').fill('Kestrel')
  await expect(total).toHaveText('1')
  await expect(figures.getByRole('button', { name: /^Scanned/ })).toHaveText(/2$/)
  await expect(note).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(total).toHaveText('2')
  await expect(note).toBeHidden()
  await figures.getByRole('button', { name: /^Scanned/ }).click()
  await expect(total).toHaveText('2')
  await expect(note).toBeHidden()
})

test('the empty result of a search is not shown while the next search loads', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  await page.goto('/order/list?words=zzzz')
  await expect(page.getByText('No case matches')).toBeVisible()
  const releaseCases = await blockRequests(page, '**/restful/orders/list')
  const cases = page.waitForRequest('**/restful/orders/list')
  await page.getByRole('button', { name: 'Show all cases' }).click()
  await cases
  await expect(page.getByText('No cases yet')).toBeHidden()
  releaseCases()
  await expect(page.getByText('Kestrel Example')).toBeVisible()

  await page.goto('/followcard/list?tab=partners&words=zzzz')
  await expect(page.getByText('No partner matches')).toBeVisible()
  const releasePartners = await blockRequests(page, '**/restful/organizations/partner/list')
  const partners = page.waitForRequest('**/restful/organizations/partner/list')
  const field = page.getByRole('searchbox', { name: 'Search your partners' })
  await field.fill('')
  await partners
  await expect(field).toBeFocused()
  await page.keyboard.type(bob.organizationName)
  releasePartners()
  await expect(page.getByRole('main').getByText(bob.organizationName)).toBeVisible()
  await expect(field).toHaveValue(bob.organizationName)
})
