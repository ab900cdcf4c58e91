import { expect, type Page } from '@playwright/test'
import { test } from './people.ts'
import { type OwnNode, startOwnNode } from './server.ts'

const notice = (page: Page) => page.getByText(/^No connection to the server/)
const rows = (page: Page) => page.getByRole('table').getByRole('row')
const partners = (page: Page) => page.locator('.side').getByRole('link', { name: 'Partners' })

let node: OwnNode

test.beforeAll(async () => {
  node = await startOwnNode()
})
test.afterAll(() => node.stop())

test.describe.configure({ mode: 'serial' })

test('a list and a dialog with input stay when the server is killed, and go on when it is back', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  await alice.client.call('orders.create', { body: { type: 0, patientName: 'First Patient' } })
  const page = await alice.open({ baseURL: node.url })
  await page.goto('/order/list')
  await expect(page.getByText('First Patient')).toBeVisible()
  await page.getByRole('button', { name: 'New case' }).first().click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Patient' })
  await name.fill('Second Patient')

  await node.kill()
  await expect(notice(page)).toBeVisible()
  await expect(name).toHaveValue('Second Patient')
  await expect(page.getByText('First Patient').first()).toBeAttached()

  await alice.client.call('orders.create', { body: { type: 0, patientName: 'Third Patient' } })
  await node.start()
  await expect(notice(page)).toBeHidden()
  await expect(name).toHaveValue('Second Patient')
  await expect(page.getByText('Third Patient').first()).toBeAttached()
})

test('a screen whose code cannot be fetched opens when the server is back, and the screen before stays until then', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open({ baseURL: node.url })
  await page.goto('/order/list')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Case list')
  // A screen of this session whose code was not fetched before.
  await node.kill()
  await expect(notice(page)).toBeVisible()
  await partners(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Case list')
  await node.start()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partners')
  await expect(page).toHaveURL(`${node.url}/followcard/list`)
  await expect(notice(page)).toBeHidden()
})

test('a page of a browser without a network shows its notice, and loads its data when the network is back', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open({ baseURL: node.url })
  await page.goto('/order/list')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Case list')
  await page.context().setOffline(true)
  await expect(notice(page)).toBeVisible()
  await alice.client.call('orders.create', { body: { type: 0, patientName: 'Fourth Patient' } })
  await page.context().setOffline(false)
  await expect(notice(page)).toBeHidden()
  await expect(rows(page).filter({ hasText: 'Fourth Patient' })).toBeVisible()
})
