import { expect, type Locator, type Page } from '@playwright/test'
import { becomePartners, sendCase } from './cases.ts'
import { textsOf } from './inspect.ts'
import { blockRequests } from './network.ts'
import { machineHeaders, test, unique } from './people.ts'

const t = textsOf('en_US')

const dialogOf = (page: Page) => page.getByRole('dialog')
const clickOutside = (page: Page) => page.mouse.click(12, 450)

/** Counts the requests, except GET, that a page sends to a path from now on. */
function countCalls(page: Page, path: string): { readonly count: number } {
  const counted = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() !== 'GET') counted.count++
  })
  return counted
}

/** Taps twice. The timestamps of the two taps differ by 150 ms, however long the page takes for the first tap. */
async function doubleTap(page: Page, at: { x: number; y: number }): Promise<void> {
  const screen = await page.context().newCDPSession(page)
  const startS = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchEnd', afterS: number) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [at] : [],
      timestamp: startS + afterS,
    })
  await Promise.all([
    touch('touchStart', 0),
    touch('touchEnd', 0.05),
    touch('touchStart', 0.15),
    touch('touchEnd', 0.2),
  ])
}

test('a double click on “Next: prescription” opens the prescription and presses nothing in it', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  const created = countCalls(page, '/restful/orders')
  await page.goto('/order/list?new=case')
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Patient' }).fill('Anna Berg')
  await dialog.getByRole('button', { name: t('prescription.next') }).dblclick()
  await expect(dialog.getByRole('listbox', { name: t('prescription.chart') })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save case' })).toBeEnabled()
  expect(created.count).toBe(0)

  // Repeated Enter keys press nothing either. In the next step, this button saves the case, but it no longer has the focus.
  await dialog.getByRole('button', { name: t('common.do.back') }).click()
  await dialog.getByRole('button', { name: t('prescription.next') }).focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listbox', { name: t('prescription.chart') })).toBeVisible()
  const { total } = await alice.client.call('orders.list', { body: {} })
  expect(total).toBe(0)
  expect(created.count).toBe(0)
})

test('a double tap on “Next: prescription” opens the prescription and presses nothing in it', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open({ hasTouch: true, viewport: { width: 390, height: 844 } })
  await page.goto('/order/list?new=case')
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Patient' }).fill('Anna Berg')
  const next = dialog.getByRole('button', { name: t('prescription.next') })
  await next.scrollIntoViewIfNeeded()
  const box = (await next.boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await doubleTap(page, at)
  await expect(dialog.getByRole('listbox', { name: t('prescription.chart') })).toBeVisible()
  expect((await alice.client.call('orders.list', { body: {} })).total).toBe(0)
})

test('a dialog with fields stays open after a click outside', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const { id } = await sendCase(alice, bob, 'Anna Berg')
  const page = await alice.open()
  const dialog = dialogOf(page)

  const staysWith = async (field: Locator, text: string) => {
    await field.fill(text)
    await clickOutside(page)
    await clickOutside(page)
    await expect(field).toHaveValue(text)
    await expect(dialog).toHaveCount(1)
    await page.keyboard.press('Escape')
  }
  await page.goto('/work/list')
  await page
    .getByRole('button', { name: t('support.create.button') })
    .first()
    .click()
  await staysWith(dialog.getByRole('textbox', { name: t('support.list.column.title') }), 'A title of mine')
  await page.goto(`/order/detail/${id}`)
  await page.getByRole('button', { name: 'Edit remark' }).click()
  await staysWith(dialog.getByRole('textbox', { name: 'Remark' }), 'What I typed')
  await page.goto('/myinfo/account')
  await page.getByRole('button', { name: /: Password$/ }).click()
  await staysWith(dialog.locator('input[type=password]').first(), 'half-typed')

  // A dialog without fields closes after a click outside.
  await page.goto('/order/list')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('orders.keys.title') })
    .click()
  await expect(dialog).toBeVisible()
  await clickOutside(page)
  await expect(dialog).toHaveCount(0)
})

test('a double click on a submit or confirm button sends one call', async ({ openPage, register }) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  const dialog = dialogOf(page)

  // The form of a dialog, with a fast reply.
  await page.goto('/work/list')
  const submitted = countCalls(page, '/restful/workorder')
  await page
    .getByRole('button', { name: t('support.create.button') })
    .first()
    .click()
  await dialog.getByRole('combobox').first().selectOption({ index: 1 })
  await dialog.getByRole('textbox', { name: t('support.list.column.title') }).fill('Pressed twice')
  await dialog.getByRole('textbox', { name: t('support.create.content') }).fill('One request, please.')
  await dialog.getByRole('button', { name: t('support.create.confirm') }).dblclick()
  await expect(page).toHaveURL(/\/work\/detail/)
  expect(submitted.count).toBe(1)
  expect((await alice.client.call('workorders.list', { body: {} as never })).total).toBe(1)

  // A form with a slow reply, whose button is pressed repeatedly.
  const { id } = await alice.client.call('orders.create', { body: { type: 0, patientName: 'Anna Berg' } })
  await page.goto(`/order/detail/${id}`)
  const remarked = countCalls(page, '/restful/orders/remark')
  const release = await blockRequests(page, '**/restful/orders/remark')
  await page.getByRole('button', { name: 'Edit remark' }).click()
  const remark = dialog.getByRole('textbox', { name: 'Remark' })
  await remark.fill('Said once')
  const save = dialog.locator('.dialog-foot button').last()
  await save.dblclick()
  await save.click({ force: true })
  await dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  release()
  await expect(dialog).toHaveCount(0)
  expect(remarked.count).toBe(1)

  // A confirmation, whose button fades out under the second click.
  const declared = countCalls(page, '/restful/orders/noscans')
  await page.getByTestId('case-status').waitFor()
  await page
    .getByRole('button', { name: t('order.action.declareNoScans') })
    .first()
    .click()
  await dialog.locator('.dialog-foot button').last().dblclick()
  await expect(dialog).toHaveCount(0)
  expect(declared.count).toBe(1)

  // A form outside a dialog.
  const guest = await openPage({ extraHTTPHeaders: machineHeaders() })
  const registered = countCalls(guest, '/restful/organizations')
  await guest.goto('/register')
  await guest.getByRole('textbox', { name: t('session.registration.clinicName') }).fill(`Twice ${unique()}`)
  await guest.getByRole('textbox', { name: t('session.registration.name') }).fill('Nora Quist')
  const email = `nora-${unique()}@example.org`
  await guest.getByRole('textbox', { name: t('common.label.email') }).fill(email)
  await guest.locator('input[name=password]').fill('bridge-of-11')
  await guest.locator('input[name=confirm]').fill('bridge-of-11')
  await guest.getByRole('button', { name: t('session.registration.submitClinic') }).dblclick()
  await expect(guest.getByRole('heading', { name: t('session.registration.doneTitle') })).toBeVisible()
  expect(registered.count).toBe(1)
})

test('a button that is meant for rapid presses accepts every click', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/myinfo/organization')
  const bold = page.getByRole('button', { name: t('ui.richText.bold') }).first()
  await expect(bold).not.toHaveAttribute('data-active')
  await bold.click()
  await expect(bold).toHaveAttribute('data-active', 'true')
  await bold.dblclick()
  await expect(bold).toHaveAttribute('data-active', 'true')
})
