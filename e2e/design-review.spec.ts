import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { readPdfText } from '../apps/server/src/test/pdf-text.ts'
import { becomePartners, createCase, lowerScan, sendTo, smallScan, uploadFile } from './cases.ts'
import { countInputs } from './clicks.ts'
import { textsOf } from './inspect.ts'
import { waitForMail } from './mail.ts'
import { type Person, type Register, test } from './people.ts'
import { hashOf, readZip } from './zip.ts'

const t = textsOf('en_US')
const patient = 'Ottilie Marsh'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const review = (page: Page) => page.getByRole('region', { name: t('review.title') })
const aspect = (page: Page, name: string) => review(page).locator(`[data-aspect="${name}"]`)
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Creates a case with a scan, whose design the clinic wants to review, and that is in production. */
async function startCase(
  register: Register,
): Promise<{ clinic: Person; lab: Person; id: string; number: string }> {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(clinic, lab)
  const { id, number } = await createCase(clinic, patient)
  await uploadFile(clinic, id, smallScan())
  return { clinic, lab, id, number }
}

test('a design is put up for review, changed and approved beside the scans, both pages are live, and the record is in PDF and ZIP', async ({
  register,
}, info) => {
  const { clinic, lab, id, number } = await startCase(register)

  // The clinic demands the review when it sends the case.
  const alice = await clinic.open()
  await alice.goto(`/order/detail/${id}`)
  await button(alice, t('order.action.send')).click()
  await dialogOf(alice).getByLabel(t('review.demand')).check()
  // The dialog loads the laboratories, and cannot send the case before.
  await dialogOf(alice)
    .getByRole('button', { name: `Send to ${lab.organizationName}` })
    .click()
  await expect(dialogOf(alice)).toBeHidden()
  await expect
    .poll(async () => (await clinic.client.call('orders.get', { params: { id } })).order.status)
    .toBe('pending')
  await lab.client.call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })

  // The laboratory cannot ship the case, and asks for the review.
  const bob = await lab.open()
  await bob.goto(`/order/detail/${id}`)
  await expect(review(bob)).toContainText(t('review.beforeShipping'))
  await expect(button(bob, t('order.action.ship'))).toBeHidden()
  const first = { ...smallScan(), name: 'crown-16-v1.stl' }
  await uploadFile(lab, id, first, 'design')
  await button(bob, t('order.action.requestReview')).click()
  await expect(dialogOf(bob).getByLabel(first.name)).toBeChecked()
  await dialogOf(bob).getByRole('textbox').fill('Thin at the buccal cusp.')
  await dialogOf(bob)
    .getByRole('button', { name: t('order.action.requestReview') })
    .click()
  await expect(review(bob)).toContainText(`Waiting for ${clinic.organizationName}`)
  const asked = await waitForMail(clinic.email, `Design of case ${number} to review`)
  expect(asked.text + asked.html).not.toContain('Ottilie')

  // The clinic's page was not reloaded. The scans stay usable beside the form.
  await expect(review(alice)).toContainText('Thin at the buccal cusp.')
  await button(alice, t('review.askChanges')).click()
  await expect(review(alice).getByText(t('fields.required'))).toHaveCount(6)
  await aspect(alice, 'contacts').getByText(t('review.verdicts.change')).click()
  await aspect(alice, 'contacts').getByRole('textbox').fill('Open at 16 mesial.')
  await expect(button(alice, t('review.approve'))).toBeHidden()
  // A reload keeps the input.
  await alice.reload()
  await expect(aspect(alice, 'contacts').getByRole('textbox')).toHaveValue('Open at 16 mesial.')
  await button(alice, t('review.allFine')).click()
  await button(alice, t('review.askChanges')).click()
  await expect(review(alice)).toContainText(`${lab.organizationName} is changing the design.`)

  // The laboratory reads the notes without a reload, and puts up the second version.
  await expect(review(bob)).toContainText('Open at 16 mesial.')
  const second = { ...lowerScan(), name: 'crown-16-v2.stl' }
  await uploadFile(lab, id, second, 'design')
  await button(bob, t('order.action.requestReview')).click()
  await expect(dialogOf(bob).getByLabel(second.name)).toBeChecked()
  await expect(dialogOf(bob).getByLabel(first.name)).not.toBeChecked()
  await dialogOf(bob)
    .getByRole('button', { name: t('order.action.requestReview') })
    .click()
  await expect(dialogOf(bob)).toBeHidden()

  // The clinic sees the notes of the first version and a mark at the new file. It approves with two clicks.
  await expect(aspect(alice, 'contacts')).toContainText('Open at 16 mesial.')
  await expect(review(alice).getByRole('listitem').filter({ hasText: second.name })).toContainText('New')
  const counter = await countInputs(alice)
  await button(alice, t('review.allFine')).click()
  await button(alice, t('review.approve')).click()
  await expect(review(alice)).toContainText(t('order.timeline.reviewApproved'))
  expect(counter.read()).toEqual({ presses: 2, keys: 0 })
  await expect(review(bob)).toContainText(t('order.timeline.reviewApproved'))
  await expect(button(bob, t('order.action.ship'))).toBeVisible()

  // The record names each step and the digest of each file.
  await review(alice).getByText(t('review.earlier')).click()
  await expect(review(alice).getByRole('listitem').filter({ hasText: 'Version' })).toHaveCount(4)
  const [download] = await Promise.all([
    alice.waitForEvent('download'),
    button(alice, t('review.record')).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${number}-design-review.pdf`)
  const path = info.outputPath('record.pdf')
  await download.saveAs(path)
  for (const text of [readPdfText(readFileSync(path)), await pdfOfZip(lab, id)])
    for (const part of [number, 'Open at 16 mesial.', hashOf(first.bytes), hashOf(second.bytes)])
      expect(text).toContain(part)
})

/** Downloads the ZIP of a case, and reads the text of the record in it. */
async function pdfOfZip(person: Person, id: string): Promise<string> {
  const { path } = await person.client.call('files.createTicket', { body: { id, fileId: null } })
  const response = await fetch(new URL(path, process.env.PONTIC_E2E_URL))
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  return readPdfText(files.get('design-review.pdf')!)
}

test('on a phone, a clinic reviews a design from its home page, and a case that comes back asks the laboratory', async ({
  register,
}) => {
  const { clinic, lab, id } = await startCase(register)
  await sendTo(lab, clinic, id)
  await lab.client.call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
  await uploadFile(lab, id, { ...smallScan(), name: 'crown-16.stl' }, 'design')
  const { files } = await lab.client.call('orders.get', { params: { id } })
  const fileIds = files.filter(({ role }) => role === 'design').map((file) => file.id)
  await lab.client.call('reviews.request', { body: { orderId: id, fileIds } })

  const alice = await clinic.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await alice.goto('/dashboard')
  const group = alice.getByRole('region', { name: t('orders.tasks.review') })
  await expect(group).toContainText(patient)
  await group.getByRole('button', { name: t('order.action.judgeReview') }).tap()
  await expect(review(alice)).toBeInViewport()
  await button(alice, t('review.allFine')).tap()
  await review(alice)
    .getByRole('textbox', { name: t('prescription.fields.note') })
    .fill('Please flatter.')
  await button(alice, t('review.askChanges')).tap()
  await expect(review(alice)).toContainText('is changing the design')

  const bob = await lab.open()
  await bob.goto('/home')
  await expect(bob.getByRole('region', { name: t('orders.tasks.redesign') })).toContainText(patient)
  await bob.goto('/order/list?review=changes_asked')
  await expect(bob.getByRole('row').filter({ hasText: patient })).toBeVisible()
  await bob.goto(`/order/detail/${id}`)
  await expect(review(bob)).toContainText('Please flatter.')

  // The clinic can also go on without a review.
  await button(alice, t('order.action.waiveReview')).tap()
  await dialogOf(alice)
    .getByRole('button', { name: t('order.action.waiveReview') })
    .tap()
  await expect(button(bob, t('order.action.ship'))).toBeVisible()
})
