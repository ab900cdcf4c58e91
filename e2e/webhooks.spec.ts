import { expect, type Page } from '@playwright/test'
import { openWebhookReceiver } from '../apps/server/src/test/webhook-receiver.ts'
import { countInputs } from './clicks.ts'
import { test, unique } from './people.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('an administrator sets up a webhook from the user menu, tests it and deletes it', async ({
  register,
  demo,
}) => {
  const receiver = await openWebhookReceiver()
  try {
    const bob = await register('lab', 'bob')
    const page = await bob.open()
    await page.goto('/order/list')
    const inputs = await countInputs(page)
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Webhooks' }).click()
    await expect(page).toHaveURL('/organization/webhooks')
    expect(inputs.read()).toEqual({ presses: 2, keys: 0 })
    await expect(page.getByText('No push settings yet')).toBeVisible()

    await page.getByRole('button', { name: 'New push setting' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Connection').locator('option')).toHaveCount(3)
    const name = `Software ${unique()}`
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Web address').fill(receiver.address)
    await dialog.getByRole('button', { name: 'Generate secret' }).click()
    await dialog.getByRole('button', { name: 'Create setting' }).click()
    await expect(row(page, name)).toContainText('On')

    await choose(page, name, 'Send test')
    await expect(page.getByRole('dialog')).toContainText('The receiver accepted the test.')
    await page.keyboard.press('Escape')

    const office = await (await demo('root')).open()
    await office.goto(`/manage/push?words=${encodeURIComponent(name)}`)
    await expect(row(office, name)).toContainText('own setting')
    await choose(office, name, 'Stop')
    await expect(row(office, name)).toContainText('Stopped by Pontic')
    await expect(row(page, name)).toContainText('Stopped by Pontic')

    await choose(page, name, 'Delete')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(row(page, name)).toBeHidden()
    await page.setViewportSize({ width: 390, height: 780 })
    await expect(page.getByText('No push settings yet')).toBeVisible()
  } finally {
    await receiver.close()
  }
})

test('a user chooses daily mails about cases, and finds the choice on another device', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/myinfo/account')
  const choice = page.getByRole('radiogroup', { name: 'How often emails arrive' })
  await expect(choice.getByRole('radio', { name: 'At once' })).toBeChecked()
  await choice.getByText('Daily').click()
  const read = async () =>
    (await alice.client.call('accounts.get', { params: { username: 'me' } })).mailFrequency
  await expect.poll(read).toBe('daily')
  const device = await alice.open()
  await device.goto('/myinfo/account')
  await expect(device.getByRole('radio', { name: 'Daily' })).toBeChecked()
})
