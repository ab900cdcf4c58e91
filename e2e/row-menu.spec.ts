import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, sendTo, smallScan, uploadFile } from './cases.ts'
import { test } from './people.ts'
import { hashOf, readZip } from './zip.ts'

const rowOf = (page: Page, number: string) =>
  page.getByRole('main').getByRole('row').filter({ hasText: number })

/** Opens the menu of a case's row. @returns the labels of the menu's entries */
async function openMenu(page: Page, number: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for case ${number}` }).click()
  const menu = page.getByRole('menu', { name: `Actions for case ${number}` })
  await expect(menu).toBeVisible()
  return await menu.getByRole('menuitem').allTextContents()
}

async function choose(page: Page, number: string, action: string): Promise<void> {
  await openMenu(page, number)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function expectZip(page: Page, number: string, hashes: Record<string, string>): Promise<void> {
  const downloading = page.waitForEvent('download')
  await choose(page, number, 'Download')
  const download = await downloading
  expect(new URL(download.url()).pathname).toMatch(/^\/restful\/downloads\/[\w-]{22}$/)
  expect(download.suggestedFilename()).toBe(`${number}.zip`)
  const zip = await readZip(await readFile(await download.path()))
  expect(Object.fromEntries([...zip].map(([name, bytes]) => [name, hashOf(bytes)]))).toMatchObject(hashes)
}

test('the row menu has Detail for every case, and Download if the case has a file, for both parties', async ({
  register,
}) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  const { id, number } = await createCase(alice, 'Kestrel Example')
  const clinic = await alice.open()
  await clinic.goto('/order/list')
  const offered = await openMenu(clinic, number)
  expect(offered.slice(0, 2)).toEqual(['Detail', 'Print work ticket'])
  expect(offered).not.toContain('Download')
  await clinic.keyboard.press('Escape')

  const scan = smallScan()
  await uploadFile(alice, id, scan)
  await expect(rowOf(clinic, number)).toContainText('Uploaded')
  expect((await openMenu(clinic, number)).slice(0, 3)).toEqual(['Detail', 'Download', 'Print work ticket'])
  await clinic.keyboard.press('Escape')
  const hashes = { [scan.name]: hashOf(scan.bytes) }
  await expectZip(clinic, number, hashes)

  await sendTo(bob, alice, id)
  const lab = await bob.open()
  await lab.goto('/order/list')
  await expectZip(lab, number, hashes)
  await lab.setViewportSize({ width: 390, height: 844 })
  // The table, whose button would take its menu with it, is gone.
  await expect(rowOf(lab, number)).toHaveCount(0)
  await expectZip(lab, number, hashes)
  await choose(lab, number, 'Detail')
  await expect(lab).toHaveURL(`/order/detail/${id}`)
  await expect(lab.getByRole('heading', { level: 1 })).toContainText('Kestrel Example')
  await choose(clinic, number, 'Detail')
  await expect(clinic).toHaveURL(`/order/detail/${id}`)

  // A recalled case stays in the laboratory's list, but its row has no menu.
  await lab.setViewportSize({ width: 1440, height: 900 })
  await alice.client.call('orders.recall', { body: { id } })
  await lab.goto('/order/list')
  await expect(rowOf(lab, number)).toContainText('Withdrawn')
  await expect(lab.getByRole('button', { name: `Actions for case ${number}` })).toBeHidden()
})

test('the number in a row opens the case without a reload, and with Ctrl or the middle button in a new tab', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id, number } = await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  await page.goto('/order/list')
  const link = page.getByRole('main').getByRole('link', { name: number })
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
  for (const how of [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }] as const) {
    const opening = page.context().waitForEvent('page')
    await link.click(how as Parameters<typeof link.click>[0])
    const opened = await opening
    await expect(opened).toHaveURL(`/order/detail/${id}`)
    await opened.close()
    await expect(page).toHaveURL('/order/list')
  }
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/order/detail/${id}`)
  await page.goBack()
  await link.click()
  await expect(page).toHaveURL(`/order/detail/${id}`)
  await expect(page.locator('html[data-mark]')).toBeVisible()
})

test('all steps of a case, from send to receipt, can be done in the row of the case in the case list', async ({
  register,
}) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  const { id, number } = await createCase(alice, 'Kestrel Example')
  await alice.client.call('orders.declareNoScans', { body: { id } })
  const [clinic, lab] = [await alice.open(), await bob.open()]
  await Promise.all([clinic, lab].map((page) => page.goto('/order/list')))
  const press = (page: Page, name: string) =>
    rowOf(page, number).getByRole('button', { name, exact: true }).click()
  const confirm = (page: Page, name: string | RegExp) =>
    page.getByRole('dialog').getByRole('button', { name }).click()
  const expectStatus = async (status: string) => {
    for (const page of [clinic, lab]) await expect(rowOf(page, number)).toContainText(status)
  }
  const send = async () => {
    await press(clinic, 'Send')
    await clinic.getByRole('dialog').getByRole('combobox', { name: 'Laboratory' }).click()
    await clinic.getByRole('option', { name: bob.organizationName }).click()
    await confirm(clinic, `Send to ${bob.organizationName}`)
    await expectStatus('Sent')
  }
  await send()

  await choose(lab, number, 'Reject')
  await lab.getByRole('dialog').getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
  await lab.getByRole('dialog').getByRole('textbox').fill('The margin of 16 can’t be seen.')
  await confirm(lab, 'Reject case')
  await expectStatus('Rejected')
  await send()

  await press(lab, 'Accept')
  await lab.getByRole('dialog').getByLabel('Delivery day').fill('2031-04-11')
  await confirm(lab, /^Accept for/)
  await expectStatus('In production')

  await choose(lab, number, 'Edit remark')
  await lab.getByRole('dialog').getByRole('textbox').fill('Goes out with the Friday van.')
  await confirm(lab, 'Save remark')
  await expect(lab.getByRole('dialog')).toBeHidden()
  const { order } = await alice.client.call('orders.get', { params: { id } })
  expect(order.remark).toBe('Goes out with the Friday van.')

  await press(lab, 'Ship')
  await confirm(lab, 'Mark as shipped')
  await expect(
    lab.getByRole('dialog').getByText(/^No express number\. Press the button again to ship without one\./),
  ).toBeVisible()
  await lab.getByRole('dialog').getByRole('textbox', { name: 'Express number' }).fill('1Z999AA10123456784')
  await confirm(lab, 'Mark as shipped')
  await expectStatus('Shipped')

  await press(clinic, 'Confirm receipt')
  await confirm(clinic, 'Confirm receipt')
  await expectStatus('Completed')
})
