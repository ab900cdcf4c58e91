import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { readPdfText } from '../apps/server/src/test/pdf-text.ts'
import {
  becomePartners,
  createCase,
  lowerScan,
  type SentFile,
  sendTo,
  uploadFile,
  upperScan,
} from './cases.ts'
import { inspect, textsOf } from './inspect.ts'
import { drag } from './mouse.ts'
import { type Person, type Register, test } from './people.ts'
import { waitForScans } from './viewer.ts'
import { hashOf, readZip } from './zip.ts'

const t = textsOf('en_US')

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const view = (page: Page) => page.getByRole('region', { name: t('viewer.region') })
const panel = (page: Page) => page.getByRole('region', { name: t('viewer.tools.pins') })
const rows = (page: Page) =>
  panel(page)
    .getByRole('list', { name: t('viewer.tools.pins') })
    .getByRole('listitem')
const talk = (page: Page) => page.getByRole('log', { name: t('conversation.messages') })
const marker = (page: Page, name: string | RegExp) =>
  page.getByTestId('pin-markers').getByRole('button', { name })

/** Creates a case with a scan that is in production. */
async function startCase(
  register: Register,
): Promise<{ clinic: Person; lab: Person; id: string; number: string }> {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(clinic, lab)
  const { id, number } = await createCase(clinic, 'Petra Point')
  const { id: fileId } = await uploadFile(clinic, id, upperScan())
  await clinic.client.call('files.setRole', { body: { fileId, role: 'upper' } })
  await sendTo(lab, clinic, id)
  await lab.client.call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
  return { clinic, lab, id, number }
}

/** Opens the page of a case, and waits until its scans are shown. */
async function openCase(person: Person, id: string, count: number, options: object = {}) {
  const page = await person.open({ reducedMotion: 'reduce', ...options })
  await page.goto(`/order/detail/${id}`)
  return { page, canvas: await waitForScans(page, count) }
}

/** Sets a pin at a share of the width and height of the 3D view, and writes its note. */
async function setPin(page: Page, canvas: Locator, [x, y]: readonly [number, number], note: string) {
  const notes = panel(page).getByRole('textbox', { name: t('viewer.pins.note') })
  await expect(panel(page)).toBeVisible()
  const count = await notes.count()
  // The worker may still build the trees of the scans.
  await expect(panel(page).getByText(t('viewer.measure.preparing'))).toHaveCount(0, { timeout: 60_000 })
  const { width, height } = (await canvas.boundingBox())!
  const position = { x: width * x, y: height * y }
  await ((await page.evaluate(() => matchMedia('(pointer: coarse)').matches))
    ? canvas.tap({ position })
    : canvas.click({ position }))
  await expect(notes).toHaveCount(count + 1)
  await notes.last().fill(note)
}

/** The places of three teeth in the front view of the upper jaw. */
const places = [
  [0.45, 0.5],
  [0.55, 0.5],
  [0.37, 0.5],
] as const

test('a pin is set, drawn on, sent, shown and resolved in the open pages of both parties, also on a phone and in a question', async ({
  register,
}) => {
  const { clinic, lab, id } = await startCase(register)
  const { page: alice, canvas } = await openCase(clinic, id, 1)
  const { page: bob } = await openCase(lab, id, 1)

  await canvas.press('p')
  await setPin(alice, canvas, places[0], 'Is this the margin?')
  await button(panel(alice), t('viewer.pins.picture')).click()
  const dialog = alice.getByRole('dialog')
  const picture = dialog.locator('svg[role=img]')
  await drag([picture, 0.4, 0.4], [picture, 0.6, 0.6])
  await expect(picture).toHaveAccessibleName('Picture with 1 stroke')
  await inspect({ page: alice, language: 'en_US', name: 'pin picture' })
  await button(dialog, t('viewer.pins.picture')).click()
  await expect(dialog).toBeHidden()
  await inspect({ page: alice, language: 'en_US', name: 'pin draft' })
  // A reload keeps what is not sent.
  await alice.reload()
  await waitForScans(alice, 1)
  await view(alice).locator('canvas').press('p')
  await expect(panel(alice).getByRole('textbox', { name: t('viewer.pins.note') })).toHaveValue(
    'Is this the margin?',
  )
  await button(panel(alice), t('conversation.send')).click()
  await expect(rows(alice)).toHaveCount(1)

  // The laboratory's page was not reloaded.
  const chip = talk(bob).getByRole('button', { name: /^Pin 1/ })
  await expect(chip).toContainText('Is this the margin?')
  await expect(chip.getByRole('img', { includeHidden: true })).toHaveCount(1)
  await expect(marker(bob, 'Pin 1: Is this the margin?')).toBeVisible()
  await view(bob).locator('canvas').press('6')
  await expect(marker(bob, 'Pin 1: Is this the margin?')).toHaveAttribute('data-behind', '')
  await chip.click()
  await expect(marker(bob, 'Pin 1: Is this the margin?')).not.toHaveAttribute('data-behind', '')
  await expect(marker(bob, 'Pin 1: Is this the margin?')).toHaveAttribute('aria-pressed', 'true')
  await inspect({ page: bob, language: 'en_US', name: 'pins' })
  await button(rows(bob), t('viewer.pins.resolve')).click()
  await expect(rows(bob)).toHaveCount(0)
  await expect(talk(alice)).toContainText(`Resolved by ${lab.name}`)
  await expect(marker(alice, /^Pin 1/)).toHaveCount(0)
  await alice.getByLabel(t('viewer.pins.showResolved')).check()
  await expect(marker(alice, /^Pin 1/)).toBeVisible()
  await button(rows(alice), t('viewer.pins.reopen')).click()
  await expect(marker(bob, /^Pin 1/)).toBeVisible()
  // On a phone: a question with a pin.
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page: mobile, canvas: small } = await openCase(lab, id, 1, phone)
  await button(mobile, t('conversation.ask')).tap()
  const ask = mobile.getByRole('dialog')
  await ask
    .getByLabel(t('conversation.question.reason'))
    .selectOption({ label: t('order.reason.margin_unclear') })
  await ask.getByRole('textbox', { name: t('conversation.question.label') }).fill('Where does it end?')
  await button(ask, t('viewer.pins.add')).tap()
  await expect(ask).toBeHidden()
  await setPin(mobile, small, places[0], 'Here?')
  await inspect({ page: mobile, language: 'en_US', name: 'pin phone' })
  await button(panel(mobile), t('common.do.continue')).tap()
  await expect(ask.getByRole('textbox', { name: t('viewer.pins.note') })).toHaveValue('Here?')
  await expect(ask.getByLabel(t('conversation.question.reason'))).toHaveValue('margin_unclear')
  await button(ask, `Ask ${clinic.organizationName}`).tap()
  await expect(ask).toBeHidden()
  await expect(talk(alice).getByRole('button', { name: /^Pin 2/ })).toContainText('Here?')
  await expect(marker(alice, 'Pin 2: Here?')).toBeVisible()
})

/** Uploads a design of the laboratory, and puts it up for review. */
async function addDesign(lab: Person, id: string, file: SentFile): Promise<void> {
  const design = await uploadFile(lab, id, file, 'design')
  await lab.client.call('reviews.request', { body: { orderId: id, fileIds: [design.id] } })
}

test('a design is changed after three pins and approved, both pages are live, and PDF and ZIP have the pins', async ({
  register,
}, info) => {
  const { clinic, lab, id, number } = await startCase(register)
  const first = { ...lowerScan(), name: 'bridge-v1.obj' }
  await addDesign(lab, id, first)
  const { page: alice, canvas } = await openCase(clinic, id, 2)
  const { page: bob } = await openCase(lab, id, 2)
  const review = (page: Page) => page.getByRole('region', { name: t('review.title') })
  const aspect = (name: string) => review(alice).locator(`[data-aspect="${name}"]`)

  // The pins are on the design, which the upper jaw hides.
  await canvas.press('l')
  await button(view(alice), 'Show only Design').click()
  for (const [name, notes] of [
    ['contacts', ['Open at 24.', 'Open at 25.']],
    ['shape', ['Flatter, please.']],
  ] as const) {
    await aspect(name).getByText(t('review.verdicts.change')).click()
    await button(aspect(name), t('viewer.pins.add')).click()
    for (const [index, note] of notes.entries())
      await setPin(alice, canvas, places[name === 'shape' ? 2 : index]!, note)
    await button(panel(alice), t('common.do.continue')).click()
    await expect(aspect(name).getByRole('textbox', { name: t('viewer.pins.note') })).toHaveCount(notes.length)
  }
  await inspect({ page: alice, language: 'en_US', name: 'review pins' })
  await button(review(alice), t('review.allFine')).click()
  await button(review(alice), t('review.askChanges')).click()
  await expect(review(alice)).toContainText('is changing the design')

  // The laboratory reads the three pins without a reload, and resolves one.
  for (const text of ['Open at 24.', 'Open at 25.', 'Flatter, please.'])
    await expect(review(bob).getByRole('button', { name: text })).toBeVisible()
  await expect(marker(bob, /^Pin \d/)).toHaveCount(3)
  await review(bob).getByRole('button', { name: 'Flatter, please.' }).click()
  await button(rows(bob).filter({ hasText: 'Flatter, please.' }), t('viewer.pins.resolve')).click()
  await expect(marker(bob, /^Pin \d/)).toHaveCount(2)
  await expect(review(alice)).toContainText(`Resolved by ${lab.name}`)

  // The pins stay on the first version, which the second one replaces.
  const second = {
    ...lowerScan(),
    name: 'bridge-v2.obj',
    bytes: Buffer.concat([lowerScan().bytes, Buffer.from('\n# 2\n')]),
  }
  await addDesign(lab, id, second)
  await expect(review(alice)).toContainText('Version 2')
  await expect(aspect('contacts').getByRole('button', { name: 'Open at 24.' })).toBeVisible()
  await waitForScans(alice, 3)
  await aspect('contacts').getByRole('button', { name: 'Open at 24.' }).click()
  await expect(rows(alice).filter({ hasText: 'Open at 24.' })).toContainText(t('viewer.pins.older'))
  await button(review(alice), t('review.allFine')).click()
  await button(review(alice), t('review.approve')).click()
  await expect(review(bob)).toContainText(t('order.timeline.reviewApproved'))

  const [download] = await Promise.all([
    alice.waitForEvent('download'),
    button(review(alice), t('review.record')).click(),
  ])
  const path = info.outputPath('record.pdf')
  await download.saveAs(path)
  const ticket = await lab.client.call('files.createTicket', { body: { id, fileId: null } })
  const response = await fetch(new URL(ticket.path, process.env.PONTIC_E2E_URL))
  const zip = await readZip(Buffer.from(await response.arrayBuffer()))
  for (const text of [readPdfText(readFileSync(path)), readPdfText(zip.get('design-review.pdf')!)])
    for (const part of [
      number,
      'Pin 1',
      'Pin 3',
      'bridge-v1.obj',
      'Open at 25.',
      'Flatter, please.',
      hashOf(first.bytes),
    ])
      expect(text).toContain(part)
  const { pins } = JSON.parse(zip.get('manifest.json')!.toString())
  expect(pins.map((pin: { number: number; text: string }) => [pin.number, pin.text])).toEqual([
    [1, 'Open at 24.'],
    [2, 'Open at 25.'],
    [3, 'Flatter, please.'],
  ])
})
