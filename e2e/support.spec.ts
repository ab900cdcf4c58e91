import { expect, type Page } from '@playwright/test'
import { createPhoto } from './drop.ts'
import { waitForMail } from './mail.ts'
import { test } from './people.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const entries = (page: Page) => page.getByRole('log', { name: 'Entries' })
const status = (page: Page) => page.getByRole('region', { name: 'Request' }).getByTestId('request-status')
const field = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('textbox', { name })

/** Presses an action of the detail screen and confirms it in the dialog. */
async function runAction(page: Page, action: string, confirm: string): Promise<void> {
  await page.getByTestId('request-actions').getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function addPicture(page: Page, name: string): Promise<void> {
  const photo = await createPhoto(page)
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name, mimeType: photo.type, buffer: photo.bytes })
}

test('a support request goes from submission to Resolved, and submitter and operator see updates without a reload', async ({
  register,
  demo,
}) => {
  test.slow()
  const [clinic, support] = [await register('clinic', 'alice'), await demo('olga')]
  const [alice, olga] = [await clinic.open(), await support.open()]
  await olga.goto('/')
  await expect(olga).toHaveURL(/\/work\/list$/)
  await alice.goto('/')
  await alice
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Support requests' })
    .click()
  await expect(alice.getByText('No support requests yet')).toBeVisible()

  // Typed texts survive closing the dialog and reloading the page.
  await button(alice, 'New request').first().click()
  await button(alice, 'Submit request').click()
  await expect(alice.getByRole('dialog').getByText('Required.')).toHaveCount(3)
  await field(alice, 'Title').fill('Scans stay at 99 %')
  await field(alice, 'Problem description').fill(
    'Since this morning every upload stops shortly before its end.',
  )
  await alice.keyboard.press('Escape')
  await expect(alice.getByRole('dialog')).toBeHidden()
  await alice.reload()
  await button(alice, 'New request').first().click()
  await expect(field(alice, 'Title')).toHaveValue('Scans stay at 99 %')
  await alice.getByRole('dialog').getByLabel('Type').selectOption({ label: 'System issue' })
  await alice.getByRole('dialog').getByText('Critical', { exact: true }).click()
  await field(alice, /^Your reference/).fill('HD-77')
  await field(alice, /^Contact phone/).fill('12')
  await button(alice, 'Submit request').click()
  await expect(alice.getByRole('dialog').getByText('This is too short')).toBeVisible()
  await field(alice, /^Contact phone/).fill('+44 117 496 0182')
  await addPicture(alice, 'screen.png')
  await expect(alice.getByRole('img', { name: 'Attached picture' })).toBeVisible()
  await button(alice, 'Submit request').click()

  await expect(alice.getByRole('heading', { name: 'Communication record' })).toBeVisible()
  await expect(status(alice)).toHaveText('Assigned')
  await expect(entries(alice)).toContainText('Assigned to Olga Brandt')
  await expect(entries(alice).getByRole('img')).toBeVisible()
  const number = (await alice.getByTestId('request-number').textContent()) ?? ''
  expect(number).toMatch(/^S\d\d-\w{6}/)
  await waitForMail(support.email, `Support request ${number} is assigned to you`)

  // The operator's list was not reloaded.
  await expect(olga.getByRole('row', { name: /Scans stay at 99 %/ })).toContainText('1 new entry')
  await olga.getByRole('row', { name: /Scans stay at 99 %/ }).click()
  await expect(entries(olga)).toContainText('Since this morning every upload')
  await olga
    .getByRole('textbox', { name: 'Write a reply' })
    .fill('Which browser is that? This is where it shows:')
  await addPicture(olga, 'where.png')
  await expect(olga.getByRole('img', { name: 'Attached picture' })).toBeVisible()
  await button(olga, 'Send reply').click()
  for (const page of [alice, olga]) {
    await expect(entries(page)).toContainText('Which browser is that?')
    await expect(entries(page).getByRole('img')).toHaveCount(2)
    await expect(status(page)).toHaveText('In progress')
  }
  await entries(alice).getByRole('button').last().click()
  await expect(alice.getByRole('dialog').getByRole('img', { name: 'Picture' })).toBeVisible()
  await alice.keyboard.press('Escape')
  await expect(alice.getByRole('dialog')).toBeHidden()
  await alice.getByRole('textbox', { name: 'Write a reply' }).fill('Firefox 140.')
  await alice.getByRole('textbox', { name: 'Write a reply' }).press('ControlOrMeta+Enter')
  await expect(entries(olga)).toContainText('Firefox 140.')

  await expect(button(olga, 'Mark as resolved')).toHaveCount(0)
  await runAction(olga, 'Mark as processed', 'Mark as processed')
  await expect(status(alice)).toHaveText('Processed')
  await expect(alice.getByText('Without an answer, this request is marked as resolved on')).toBeVisible()
  await waitForMail(clinic.email, `Support request ${number} was processed`)
  await expect(button(alice, 'Mark as unresolved')).toBeVisible()
  await runAction(alice, 'Mark as resolved', 'Mark as resolved')
  for (const page of [alice, olga]) {
    await expect(status(page)).toHaveText('Resolved')
    await expect(page.getByText('This request is closed. You can still read its record.')).toBeVisible()
  }
  await expect(olga.getByTestId('request-actions')).toHaveCount(0)
  await waitForMail(support.email, `Support request ${number} is resolved`)
})

test('an unresolved request suggests a new one with the old text, and the platform assigns unassigned requests', async ({
  register,
  demo,
}) => {
  const [clinic, platform] = [await register('clinic', 'alice'), await demo('root')]
  const { list: types } = await clinic.client.call('workorders.listTypes', {})
  const typeId = types.find(({ code }) => code === 'test_type')?.id ?? ''
  const draft = {
    typeId,
    priority: 'normal',
    title: 'Colours look grey',
    content: 'On all screens.',
  } as const
  const { id, number } = await clinic.client.call('workorders.create', { body: draft })
  const [alice, root] = [await clinic.open(), await platform.open()]
  await alice.goto(`/work/detail?id=${id}`)
  await expect(status(alice)).toHaveText('Submitted')

  await root.goto(`/work/list?words=${number}`)
  await root.getByRole('row', { name: /Colours look grey/ }).click()
  await expect(root.getByText('To reply, assign the request to yourself.')).toBeVisible()
  await button(root, 'Assign').click()
  await root.getByRole('dialog').getByLabel('Operator').selectOption({ label: 'Olga Brandt' })
  await button(root, 'Assign request').click()
  await expect(status(alice)).toHaveText('Assigned')
  await expect(entries(alice)).toContainText('Assigned to Olga Brandt')

  const olga = await demo('olga')
  await olga.client.call('workorders.handle', { body: { id, action: 'processed' } })
  await button(alice, 'Mark as unresolved').click()
  await expect(alice.getByRole('dialog')).toContainText('If you still need help, submit a new request')
  await alice.getByRole('dialog').getByRole('button', { name: 'Mark as unresolved' }).click()
  await expect(field(alice, 'Title')).toHaveValue('Colours look grey')
  await expect(field(alice, 'Problem description')).toHaveValue(`Follow-up to ${number}:\nOn all screens.`)
  await button(alice, 'Submit request').click()
  await expect(entries(alice)).toContainText(`Follow-up to ${number}:`)
  await runAction(alice, 'Close request', 'Close request')
  await expect(status(alice)).toHaveText('Closed')
  await expect(status(root)).toHaveText('Unresolved')
})
