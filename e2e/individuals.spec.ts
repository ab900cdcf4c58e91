import { expect, type Page } from '@playwright/test'
import { createCase, smallScan, uploadFile } from './cases.ts'
import { createPhoto } from './drop.ts'
import { waitForLink, waitForMail } from './mail.ts'
import { password, submitSignIn, test, unique } from './people.ts'
import { waitForScans } from './viewer.ts'

const patient = 'Henrietta Quimby'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const shares = (page: Page) => page.getByRole('list', { name: 'People with access to this case' })

test('an individual without an account registers to see a shared case, downloads it when allowed, and loses access', async ({
  register,
  openPage,
}) => {
  const clinic = await register('clinic', 'alice')
  const { id, number } = await createCase(clinic, patient)
  await uploadFile(clinic, id, smallScan())
  const alice = await clinic.open()
  await uploadFile(clinic, id, await createPhoto(alice))
  const email = `paula-${unique()}@mail.example`
  await alice.goto(`/order/detail/${id}`)
  await expect(alice.getByText('Only the clinic and the laboratory can see this case.')).toBeVisible()
  await button(alice, 'Share').click()
  const dialog = alice.getByRole('dialog')
  await button(alice, 'Share case').click()
  await expect(dialog.getByText('Required.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
  await button(alice, 'Share case').click()
  await expect(dialog).toBeHidden()
  await expect(shares(alice)).toContainText(email)

  const subject = `${clinic.organizationName} shares your case with you`
  const mail = await waitForMail(email, subject)
  expect(mail.text + mail.html).not.toContain('Henrietta')
  const paula = await openPage()
  await paula.goto(await waitForLink(email, subject, '/invitation'))
  await paula.getByRole('textbox', { name: 'Your name' }).fill('Paula Weiss')
  await paula.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await paula.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await button(paula, 'Accept invitation').click()
  // The only shared case opens at once. The home page and the list have it, too.
  await expect(paula).toHaveURL(`/order/detail/${id}`)
  await paula.getByRole('link', { name: 'Home page', exact: true }).click()
  await expect(paula).toHaveURL('/dashboard')
  const menu = paula.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Shared with me' }).click()
  await paula.getByRole('link', { name: patient }).click()
  await waitForScans(paula, 1)
  await expect(paula.getByText('attachment.stl')).toBeVisible()
  await expect(paula.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await expect(paula.getByRole('heading', { name: 'Shared with' })).toHaveCount(0)
  // The ticket shows the picture, too, which the individual may see but not download.
  const casePage = paula.url()
  await paula.goto(`/order/print/${id}`)
  await expect(paula.getByRole('img', { name: 'shade.jpg' })).toBeVisible()
  await paula.goto(casePage)

  await shares(alice).getByRole('checkbox').check()
  // The individual's page was not reloaded.
  const downloading = paula.waitForEvent('download')
  await button(paula, 'Download attachment.stl').click()
  expect((await downloading).suggestedFilename()).toBe('attachment.stl')

  await button(alice, `Actions for ${email}`).click()
  await alice.getByRole('menuitem', { name: 'Stop sharing' }).click()
  await expect(alice.getByRole('dialog', { name: 'Stop sharing?' })).toContainText(number)
  await button(alice, 'Stop sharing').click()
  await expect(shares(alice)).toBeHidden()
  await expect(paula.getByText('Case not found.', { exact: false })).toBeVisible()
  await paula.getByRole('main').getByRole('button').click()
  await expect(paula).toHaveURL('/order/shared')
  await expect(paula.getByText('No shared cases yet')).toBeVisible()
  await expect(alice.getByRole('list', { name: 'History' })).toContainText(
    'Sharing with an individual stopped',
  )
})

test('an individual with an account opens a case by QR code, and a revoked QR code opens nothing', async ({
  register,
  openPage,
}) => {
  const clinic = await register('clinic', 'alice')
  const [first, second] = [await createCase(clinic, patient), await createCase(clinic, 'Second Of Them')]
  for (const { id } of [first, second]) await uploadFile(clinic, id, smallScan())
  const email = `quinn-${unique()}@mail.example`
  const made = await clinic.client.call('orders.createShareLink', { body: { id: first.id } })
  const registration = await openPage()
  await registration.goto(made.link ?? '')
  await registration.getByRole('textbox', { name: 'Email' }).fill(email)
  await registration.getByRole('textbox', { name: 'Your name' }).fill('Quinn Ash')
  await registration.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await registration.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await button(registration, 'Accept invitation').click()
  await expect(registration.getByText(email)).toBeVisible()
  const verify = await waitForLink(email, 'Verify your email address', '/verifyEmail')
  await registration.goto(verify)
  await expect(
    registration.getByRole('link', { name: /sign/i }).or(button(registration, /sign/i)).first(),
  ).toBeVisible()

  const alice = await clinic.open()
  await alice.goto(`/order/detail/${second.id}`)
  await button(alice, 'QR code').click()
  await button(alice, 'Create QR code').click()
  const link = await alice.getByRole('textbox', { name: 'Link' }).inputValue()
  await alice.keyboard.press('Escape')
  await expect(shares(alice)).toContainText('QR code, not used yet')
  const quinn = await openPage()
  await quinn.goto(link)
  await quinn.getByRole('link', { name: 'I have an account' }).click()
  await submitSignIn(quinn, { email, password })
  await expect(quinn).toHaveURL(`/order/detail/${second.id}`)
  await waitForScans(quinn, 1)
  // The clinic's page was not reloaded.
  await expect(shares(alice)).toContainText(email)
  await expect(shares(alice)).not.toContainText('QR code, not used yet')
  await quinn.goto('/order/shared')
  await expect(quinn.getByRole('link', { name: patient })).toBeVisible()

  await button(alice, 'QR code').click()
  await button(alice, 'Create QR code').click()
  const again = await alice.getByRole('textbox', { name: 'Link' }).inputValue()
  await alice.keyboard.press('Escape')
  await button(alice, /^Withdraw the QR code/).click()
  await expect(shares(alice)).not.toContainText('QR code, not used yet')
  await quinn.goto(again)
  await expect(quinn.getByText('This invitation can’t be used')).toBeVisible()
})
