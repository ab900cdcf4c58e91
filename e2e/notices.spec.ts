import { expect } from '@playwright/test'
import { blockRequests } from './network.ts'
import { test } from './people.ts'
import { runSql } from './portal.ts'

const account = '/myinfo/account'

test('a failed call shows a permanent error, a saved change shows an info message, and an ended session shows a warning', async ({
  register,
}) => {
  const erin = await register('clinic', 'erin')
  const page = await erin.open()
  await page.goto(account)
  const notices = page.getByRole('region', { name: 'Messages' })
  await page.route('**/restful/accounts', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 1, error: 'server.unavailable', message: 'Try again in a minute.', requestId: 'r-1' },
    }),
  )
  await page.getByText('Large', { exact: true }).click()
  const error = notices.getByRole('alert')
  await expect(error).toContainText('Error')
  await expect(error).toContainText('Try again in a minute.')
  await expect(error).toContainText('r-1')
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(error).toBeHidden()

  await page.goto('/organization/patients')
  await page.getByRole('spinbutton', { name: 'Years', exact: true }).fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notices.getByRole('status')).toContainText('Info')

  // An open page would notice the end of the session itself, and the next page would have nothing to report.
  await page.goto('about:blank')
  await runSql('delete from session where account_id = (select id from account where email = $1)', [
    erin.email,
  ])
  await page.goto(account, { waitUntil: 'commit' })
  await expect(notices.getByRole('status').filter({ hasText: 'Warning' })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a blocking call shows the overlay “Loading...” until its reply, and any other call shows a thin bar', async ({
  register,
}) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto(account)
  const overlay = page.getByText('Loading...')
  const bar = page.locator('.loading-bar')

  const releaseSetting = await blockRequests(page, '**/restful/accounts')
  await page.getByText('Large', { exact: true }).click()
  await expect(bar).toBeVisible()
  releaseSetting()
  await expect(bar).toBeHidden()

  const releaseClosing = await blockRequests(page, '**/restful/accounts/close')
  await page.getByRole('button', { name: 'Close: Close account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(overlay).toBeHidden()
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await expect(overlay).toBeVisible()
  releaseClosing()
  await expect(page.getByText(/^You are the last administrator of/)).toBeVisible()
  await expect(overlay).toBeHidden()
})
