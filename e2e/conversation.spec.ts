import { expect, type Page } from '@playwright/test'
import { becomePartners, sendCase } from './cases.ts'
import { createPhoto } from './drop.ts'
import { listMails, waitForMail } from './mail.ts'
import { type Person, test } from './people.ts'

const patient = 'Henrietta Quimby'
const friday = '2030-03-15'
const monday = '2030-03-18'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const banner = (page: Page) => page.getByRole('region', { name: 'Open question' })
const talk = (page: Page) => page.getByRole('log', { name: 'Messages of this case' })
const shownDay = (page: Page, day: string) =>
  page.getByTestId('case-state').locator(`time[datetime="${day}"]`)

/** Creates an accepted case with a Friday as delivery day, and opens it in a browser of each party. */
async function openCase(clinic: Person, lab: Person) {
  await becomePartners(clinic, lab)
  const { id, number } = await sendCase(clinic, lab, patient)
  await lab.client.call('orders.accept', { body: { id, deliveryOn: friday } })
  const [alice, bob] = [await clinic.open(), await lab.open()]
  for (const page of [alice, bob]) {
    await page.goto(`/order/detail/${id}`)
    await expect(shownDay(page, friday)).toBeVisible()
  }
  return { id, number, alice, bob }
}

test('an answer with a photo to a laboratory’s question moves the delivery day in the open pages of both parties', async ({
  register,
}) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { number, alice, bob } = await openCase(clinic, lab)

  await expect(button(bob, 'Ship')).toBeVisible()
  await button(bob, 'Ask question').click()
  const dialog = bob.getByRole('dialog')
  await button(bob, `Ask ${clinic.organizationName}`).click()
  await expect(dialog.getByText('Required.')).toHaveCount(2)
  await dialog.getByLabel('Subject').selectOption({ label: 'Shade missing' })
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Which shade for Henrietta’s 16?')
  await button(bob, `Ask ${clinic.organizationName}`).click()
  await expect(dialog).toBeHidden()
  await expect(banner(bob)).toContainText(`On hold until ${clinic.organizationName} answers.`)
  await expect(button(bob, 'Ship')).toBeHidden()

  // The clinic's page was not reloaded.
  await expect(banner(alice)).toContainText('Which shade for Henrietta’s 16?')
  await expect(banner(alice)).toContainText('Shade missing')
  await expect(talk(alice)).toContainText('Question: Shade missing')
  const asked = await waitForMail(clinic.email, `Question on case ${number}: Shade missing`)
  expect(asked.text + asked.html).not.toContain('Henrietta')

  const photo = await createPhoto(alice)
  await banner(alice)
    .locator('input[type=file]')
    .setInputFiles({ name: photo.name, mimeType: photo.type, buffer: photo.bytes })
  await expect(banner(alice).getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await banner(alice).getByRole('textbox', { name: 'Your answer' }).fill('A3, the tab is in the photo.')
  await button(alice, 'Answer').click()

  for (const page of [alice, bob]) {
    await expect(banner(page)).toBeHidden()
    await expect(shownDay(page, monday)).toBeVisible()
    await expect(talk(page)).toContainText('Delivery day moved by 1 working day')
    await expect(talk(page)).toContainText('A3, the tab is in the photo.')
    const timeline = page.getByRole('list', { name: 'History' })
    await expect(timeline).toContainText('Question asked: case on hold')
    await expect(timeline).toContainText('Question answered: case continues')
  }
  await expect(button(bob, 'Ship')).toBeVisible()
  await talk(bob)
    .getByRole('button', { name: /^Photo 1 from/ })
    .click()
  await expect(bob.getByRole('dialog').getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await waitForMail(lab.email, `Your question on case ${number} was answered`)
})

test('messages appear without a reload and show that they were read, and drafts survive a reload', async ({
  register,
}) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { id, alice, bob } = await openCase(clinic, lab)
  const write = (page: Page) => page.getByRole('textbox', { name: /^Write to/ })

  await write(alice).fill('Half a sentence')
  await alice.reload()
  await expect(write(alice)).toHaveValue('Half a sentence')
  await write(alice).fill('Please make it a little lighter at the neck.')
  await write(alice).press('ControlOrMeta+Enter')
  await expect(write(alice)).toHaveValue('')
  await write(bob).scrollIntoViewIfNeeded()
  await expect(talk(bob)).toContainText('Please make it a little lighter at the neck.')
  await expect(talk(alice)).toContainText('Read by')

  await write(bob).fill('Will do.')
  await button(bob, 'Send message').click()
  await write(alice).scrollIntoViewIfNeeded()
  await expect(talk(alice)).toContainText('Will do.')
  await expect(talk(bob)).toContainText('Read by')
  const { list } = await clinic.client.call('conversation.unread', { body: { orderIds: [id] } })
  expect(list).toEqual([])
  expect((await listMails(lab.email)).filter((mail) => /new message/i.test(mail.subject))).toEqual([])
})

test('withdrawing a question ends the pause and does not change the delivery day', async ({ register }) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { id, alice, bob } = await openCase(clinic, lab)
  const question = { orderId: id, reason: 'call_wanted', text: 'Call me about the margin.' } as const
  await lab.client.call('conversation.ask', { body: question })
  await expect(banner(alice)).toBeVisible()
  const { id: unread } = await sendCase(clinic, lab, 'Unread Case')
  await lab.client.call('conversation.post', { body: { orderId: unread, text: 'Hello' } })
  const lists = [await clinic.open(), await lab.open()]
  for (const list of lists) await list.goto('/order/list')
  const rows = lists.map((list) => list.getByRole('row', { name: patient }))
  await expect(rows[0]!).toContainText('Answer ·')
  await expect(rows[1]!).toContainText('On hold ·')
  const others = lists.map((list) => list.getByRole('row', { name: 'Unread Case' }))
  await expect(others[0]!).toContainText('1 new message')
  await expect(others[1]!).not.toContainText('new message')
  await button(bob, 'Withdraw question').click()
  await bob.getByRole('dialog').getByRole('button', { name: 'Withdraw question' }).click()
  for (const page of [alice, bob]) {
    await expect(banner(page)).toBeHidden()
    await expect(shownDay(page, friday)).toBeVisible()
    await expect(talk(page)).toContainText('Question withdrawn: Wants a call')
  }
  for (const row of rows) await expect(row).not.toContainText('·')
})
