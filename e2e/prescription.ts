import { expect, type Locator, type Page } from '@playwright/test'
import type { Order } from '@pontic/contract'
import { becomePartners } from './cases.ts'
import { mouse } from './hands.ts'
import { textsOf } from './inspect.ts'
import { drag } from './mouse.ts'
import { compact, readPdf } from './pdf.ts'
import type { Opener, Person, Register } from './people.ts'

const t = textsOf('en_US')

/** The dialog of a new case at the step of the prescription. */
export type NewCase = { page: Page; dialog: Locator; chart: Locator }

/** Fills in a new case without scans for a laboratory, up to its prescription. @param type label of the case type */
export async function beginCase(
  clinic: Person,
  lab: Person,
  type: string,
  patient: string,
): Promise<NewCase> {
  const page = await clinic.open()
  await page.goto('/order/list')
  await page.getByRole('main').getByRole('button', { name: 'New case' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New case' })
  await mouse.choose(dialog.getByRole('radio', { name: type }))
  await dialog.getByRole('textbox', { name: 'Patient' }).fill(patient)
  await dialog.getByRole('textbox', { name: 'Doctor' }).fill('Dr. Alice Moreau')
  await mouse.setDay(dialog.getByLabel('Delivery day'), '2031-04-09')
  await dialog.getByRole('checkbox', { name: t('orders.new.withoutScans') }).check()
  await mouse.pick(dialog.getByRole('combobox', { name: 'Laboratory' }), lab.organizationName)
  await dialog.getByRole('button', { name: t('prescription.next') }).click()
  return { page, dialog, chart: dialog.getByRole('listbox', { name: t('prescription.chart') }) }
}

/** Begins a new case of a new clinic, for a new laboratory that is its partner. @param type label of the case type */
export async function beginWithPartner(register: Register, type: string, patient: string) {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  return { alice, bob, newCase: await beginCase(alice, bob, type, patient) }
}

/** A crown on an implant of the catalogue, by field label and option label. */
export const implantChoices = {
  Work: 'Crown',
  Material: 'Zirconia',
  Shade: 'A2',
  Manufacturer: 'Straumann',
  Line: 'BLX',
  Platform: 'RB',
} as const

/** Selects options of a dialog by field label and option label. */
export async function select(dialog: Locator, choices: Record<string, string>): Promise<void> {
  for (const [label, option] of Object.entries(choices))
    await dialog.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
}

/** A tooth of a chart by its FDI code. */
export const toothOf = (chart: Locator, code: string): Locator => chart.locator(`[data-tooth="${code}"]`)

/** Drags with the mouse from one tooth to another. */
export async function dragTeeth(chart: Locator, from: string, to: string): Promise<void> {
  const outlineOf = (code: string) => toothOf(chart, code).locator('.tooth-outline')
  await drag([outlineOf(from), 0.5, 0.5], [outlineOf(to), 0.5, 0.5])
}

/** Sends the case whose dialog is open. */
export async function sendNewCase({ page, dialog }: NewCase, clinic: Person, lab: Person): Promise<Order> {
  await expect(dialog.getByText(t('prescription.nothingMissing'))).toBeVisible()
  await dialog.getByRole('button', { name: `Send to ${lab.organizationName}` }).click()
  await expect(page).toHaveURL(/\/order\/detail\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { order } = await clinic.client.call('orders.get', { params: { id } })
  expect(order.status).toBe('pending')
  return order
}

/** Sets Chinese and Universal tooth numbering in the account of a laboratory's administrator, and signs them in. */
export async function signInChineseLab(openPage: Opener, lab: Person): Promise<Page> {
  await lab.client.call('accounts.update', { body: { language: 'zh_CN', teethNumbering: 'universal' } })
  const zh = textsOf('zh_CN')
  const page = await openPage({ language: 'zh_CN' })
  await countPrints(page)
  // The first request for the account and its tooth numbering fails, so the next page has to repeat it.
  await page.route('**/restful/accounts/me', (route) => route.abort(), { times: 1 })
  await page.goto('/login')
  await page.getByRole('textbox').first().fill(lab.email)
  await page.locator('input[type=password]').fill(lab.password)
  await page.getByRole('button', { name: zh('screens.login') }).click()
  await expect(page).toHaveURL('/order/list')
  return page
}

/** Replaces `window.print` with a function that only sets `window.printed`. */
export async function countPrints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
}

/** Prints the ticket of the open case with one click. @returns the result of `readTicket` */
export async function printTicket(page: Page, order: Order): Promise<string[]> {
  await page.getByRole('link', { name: textsOf('zh_CN')('ticket.open') }).click()
  return await readTicket(page, order)
}

/** Waits until the page of a ticket calls `window.print`. @returns the text of each page of its PDF, without white space */
export async function readTicket(page: Page, order: Order): Promise<string[]> {
  await expect(page).toHaveURL(`/order/print/${order.id}`)
  await page.waitForFunction(() => 'printed' in window)
  return readPdf(await page.pdf({ format: 'A4' }))
}

/** Asserts that a ticket has one page, which contains `texts` and the data that every ticket contains. */
export function expectTicket(
  pages: readonly string[],
  order: Order,
  lab: Person,
  texts: readonly string[],
): void {
  expect(pages).toHaveLength(1)
  const [sheet = ''] = pages
  const always = [
    order.number,
    order.patientName,
    order.doctor,
    order.clinicName,
    lab.organizationName,
    '2031年4月9日',
  ]
  for (const text of [...always, ...texts]) expect(sheet, text).toContain(compact(text))
}
