import { expect, type Page } from '@playwright/test'
import { demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { openWebhookReceiver } from '../apps/server/src/test/webhook-receiver.ts'
import { becomePartners, sendCase } from './cases.ts'
import { waitForLink } from './mail.ts'
import { blockRequests } from './network.ts'
import { type Person, password, submitSignIn, test, unique } from './people.ts'

const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })

/** Opens a list of the back office and searches for a name. */
async function find(page: Page, list: string, words: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: list, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: list, exact: true })).toBeVisible()
  const field = main(page).getByRole('searchbox')
  // A link to the open list clears the field, and would also clear words that are typed before.
  await expect(field).toHaveValue('')
  await field.fill(words)
  await expect(page).toHaveURL((url) => url.searchParams.get('words') === words)
}

const choose = async (page: Page, name: string, entry: string) => {
  await main(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a platform administrator creates a laboratory and raises its quota, bans a laboratory, and deletes and restores a clinic', async ({
  demo,
  register,
  openPage,
}) => {
  test.slow()
  const root = await demo('root')
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const order = await sendCase(alice, bob, 'Open Example')
  const page = await root.open()
  await page.goto('/manage/organization')

  // The administrator of the new laboratory sets a password by the mailed link.
  const id = unique()
  const email = `kim-${id}@kiln.example`
  await page.getByRole('button', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Laboratory' }).check()
  await dialog.getByRole('textbox', { name: 'Name of the organization' }).fill(`Kiln ${id}`)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Kim Kiln')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText(`Kiln ${id} was created. An email was sent to ${email}.`)).toBeVisible()
  const link = await waitForLink(email, new RegExp(`Kiln ${id}`), '/resetpwd')
  const kim = await openPage()
  await kim.goto(link)
  await kim.getByRole('textbox', { name: 'New password', exact: true }).fill(password)
  await kim.getByRole('textbox', { name: 'Confirm new password' }).fill(password)
  await kim.getByRole('button', { name: 'Set the new password' }).click()
  await kim.getByRole('link', { name: 'Sign in', exact: true }).click()
  await submitSignIn(kim, { email, password })
  await expect(kim).toHaveURL(/\/order\/list/)

  // The quota of the laboratory is raised.
  await find(page, 'Organizations', id)
  await rowOf(page, `Kiln ${id}`).getByText(`Kiln ${id}`).click()
  await expect(page.getByRole('heading', { level: 1, name: `Kiln ${id}` })).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Storage quota in GB' }).fill('50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(main(page).getByText(/of 50 GB/)).toBeVisible()

  // A laboratory is banned while its administrator has a page open. The administrator is signed out and cannot sign in.
  await find(page, 'Users', bob.email)
  const bobs = await bob.open()
  await bobs.goto('/order/list')
  await expect(bobs.getByText('Open Example')).toBeVisible()
  await choose(page, bob.name, 'Ban')
  await expect(dialog.getByText('signed out everywhere at once')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  // The last administrator of an organization cannot be banned alone, so the organization is banned.
  await expect(page.getByText('An organization needs at least one active administrator')).toBeVisible()
  await find(page, 'Organizations', bob.organizationName)
  await choose(page, bob.organizationName, 'Ban')
  await dialog.getByRole('button', { name: 'Ban organization' }).click()
  await expect(rowOf(page, bob.organizationName).getByText('Banned')).toBeVisible()
  await expect(bobs).toHaveURL(/\/login/)
  await submitSignIn(bobs, bob)
  await expect(bobs.getByRole('alert')).toContainText(/banned/i)

  // A clinic with an open case cannot be deleted. After the case is recalled, the clinic is deleted and restored.
  await find(page, 'Organizations', alice.organizationName)
  await choose(page, alice.organizationName, 'Delete')
  await expect(dialog.getByText('1 case is still open with a partner')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await alice.client.call('orders.recall', { body: { id: order.id } })
  // The dialog has no button to delete until the amount of data to delete is loaded.
  const extentPath = '**/restful/manage/organization/delete/*'
  await page.route(extentPath, (route) => route.abort())
  await choose(page, alice.organizationName, 'Delete')
  await expect(dialog.getByRole('alert')).toContainText('The server can’t be reached')
  await expect(dialog.getByRole('button', { name: 'Delete organization' })).toBeHidden()
  await page.unroute(extentPath)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('1 case without a partner is deleted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const releaseExtent = await blockRequests(page, extentPath)
  await choose(page, alice.organizationName, 'Delete')
  await expect(dialog).toBeVisible()
  // The dialog loads the amount each time it opens, and does not show the previous amount, which may be outdated.
  await expect(dialog.getByText('1 case without a partner is deleted')).toBeHidden()
  releaseExtent()
  await expect(dialog.getByText('1 case without a partner is deleted')).toBeVisible()
  const alices = await alice.open()
  await alices.goto('/order/list')
  await expect(alices.getByText('Open Example')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  // The message with this button stays visible while the pointer is on it.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(rowOf(page, alice.organizationName)).toBeHidden()
  await expect(alices).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, alice.organizationName).getByText('Active')).toBeVisible()
  await submitSignIn(alices, alice)
  await expect(alices.getByText('Open Example')).toBeVisible()

  // The audit log shows that the administrator has read the case.
  await find(page, 'All cases', order.number)
  await choose(page, order.number, 'Who has viewed it')
  await expect(rowOf(page, 'Rosa Platt').first()).toBeVisible()

  // A case is deleted and restored.
  await find(page, 'All cases', order.number)
  await choose(page, order.number, 'Delete')
  await expect(dialog.getByText('keeps the number and the dates')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete case' }).click()
  await expect(rowOf(page, order.number)).toBeHidden()
  await expect(alices.getByText('Open Example')).toBeHidden()
  await page.getByRole('button', { name: 'Deleted cases' }).click()
  await page.getByRole('button', { name: `Restore: ${order.number}` }).click()
  await expect(alices.getByText('Open Example')).toBeVisible()
})

/** Creates a push setting of a laboratory, with the address and secret of a receiver. @returns the name of the setting */
async function createPushSetting(root: Person, lab: Person, receiver: { address: string; secret: string }) {
  const name = `Kiln ${unique()}`
  const { address, secret } = receiver
  const setting = await root.client.call('pushSettings.create', {
    body: { name, kind: 'webhook', address, password: secret, events: ['send'], format: 'pontic' },
  })
  const organizationIds = [lab.organizationId]
  await root.client.call('pushSettings.assign', { body: { id: setting.id, organizationIds } })
  return name
}

test('a platform administrator sends a failed delivery again, and the receiver gets it with the same id', async ({
  demo,
  register,
}) => {
  const receiver = await openWebhookReceiver()
  const root = await demo('root')
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const name = await createPushSetting(root, bob, receiver)
  receiver.answerWith(410, 'Moved out.')
  const order = await sendCase(alice, bob, 'Open Example')
  const page = await root.open()
  const dialog = page.getByRole('dialog')
  const delivery = rowOf(page, order.number)

  // The administrator opens the failed delivery from the screen of failed jobs and sees the response of the receiver.
  await page.goto('/manage/jobs')
  await main(page).getByRole('link', { name: 'Deliveries' }).click()
  await main(page).getByRole('searchbox').fill(order.number)
  await expect(delivery.getByText('Failed')).toBeVisible()
  await delivery.getByText(order.number).click()
  await expect(dialog.getByText('Status 410')).toBeVisible()
  await expect(dialog.getByText('Moved out.')).toBeVisible()
  // 410 Gone disables the push setting until it is enabled again.
  await dialog.getByRole('button', { name: 'Redeliver' }).click()
  await expect(
    page.getByText('No delivery could be sent again: the settings are switched off.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  receiver.answerWith(200)
  await find(page, 'Push settings', name)
  await expect(rowOf(page, name).getByText('Off: receiver no longer exists')).toBeVisible()
  await choose(page, name, 'Edit')
  await dialog.getByRole('switch', { name: 'Switched on' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, name).getByText('On', { exact: true })).toBeVisible()
  await choose(page, name, 'Show deliveries')
  await delivery.getByText(order.number).click()
  await dialog.getByRole('button', { name: 'Redeliver' }).click()
  await expect(page.getByText('1 delivery is sent again.')).toBeVisible()
  await expect(dialog.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Status 200')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(delivery.getByText('Delivered')).toBeVisible()
  const [first, ...others] = receiver.received()
  expect(first?.data.orderId).toBe(order.id)
  expect(others.map(({ id }) => id)).toEqual([first?.id])
  await receiver.close()
})

test('the list of users shows the role of each user and can be filtered by role', async ({ demo }) => {
  const page = await (await demo('root')).open()
  const roles = {
    dave: 'Individual',
    olga: 'Support operator',
    amy: 'Member',
    bob: 'Administrator',
    root: 'Administrator',
  }
  for (const [who, role] of Object.entries(roles)) {
    const { name, email } = demoPeople[who as keyof typeof roles]
    await page.goto(`/manage/user?words=${encodeURIComponent(email)}`)
    await expect(rowOf(page, name).getByRole('cell', { name: role, exact: true })).toBeVisible()
  }
  await page.goto('/manage/user')
  await page.getByRole('button', { name: 'Role', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Support operator' }).click()
  await expect(rowOf(page, demoPeople.olga.name)).toBeVisible()
  for (const other of ['Individual', 'Member', 'Administrator'])
    await expect(main(page).getByRole('cell', { name: other, exact: true })).toHaveCount(0)
  await expect(rowOf(page, demoPeople.amy.name)).toBeHidden()
  await rowOf(page, demoPeople.olga.name).click()
  await expect(page).toHaveURL(/\/manage\/user\/[\w-]+$/)
  await expect(
    main(page)
      .getByRole('definition')
      .filter({ hasText: /^Support operator$/ }),
  ).toBeVisible()
})
