import { expect } from '@playwright/test'
import { createCase } from './cases.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { waitForLink, waitForMail } from './mail.ts'
import { password, test, unique } from './people.ts'
import { mainMenu } from './story.ts'

test('a laboratory that registers with an invitation becomes a partner and gets the case reserved for it', async ({
  register,
  openPage,
}) => {
  test.slow()
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  const order = await createCase(alice, 'Kept Patient')
  await alice.client.call('orders.declareNoScans', { body: { id: order.id } })
  await page.goto(`/order/detail/${order.id}`)
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await page.getByRole('link', { name: /^Your laboratory is not on Pontic yet/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a laboratory' })
  const id = unique()
  const email = `desk-${id}@keystone.example`
  const name = `Keystone Ceramics ${id}`
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await expect(dialog.getByText(`Case ${order.number} is ready`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Send again: ${email}` })).toBeVisible()

  const lab = await openPage()
  await lab.goto(await waitForLink(email, `${alice.organizationName} invites you to Pontic`, '/invitation'))
  await expect(lab.getByText(alice.name).first()).toBeVisible()
  await lab.getByRole('link', { name: 'Register your organization' }).click()
  await expect(lab.getByText(alice.organizationName).first()).toBeVisible()
  await lab.getByRole('textbox', { name: 'Name of the laboratory' }).fill(name)
  await lab.getByRole('textbox', { name: 'Your name' }).fill('Nils Berg')
  await expect(lab.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await lab.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await lab.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await lab.getByRole('button', { name: 'Register the laboratory' }).click()

  // The mailed link has verified the email address, so the laboratory is signed in at once and is a partner.
  await mainMenu(lab, 'Partners').click()
  await expect(lab.getByRole('link', { name: alice.organizationName })).toBeVisible()
  await page.getByRole('tab', { name: /^My partner list/ }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByRole('button', { name: `Send again: ${email}` })).toBeHidden()
  await waitForMail(alice.email, `Partnership with ${name} approved`)
  await waitForMail(email, `Partnership with ${alice.organizationName} approved`)
  await mainMenu(lab, 'Case list').click()
  await expect(lab.getByRole('link', { name: order.number })).toBeVisible()
})

test('a laboratory creates an invitation as QR code and withdraws it', async ({ register, openPage }) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto('/followcard/list')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a clinic' })
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation by QR code' })
  await expect(shown.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible()
  const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()

  const clinic = await openPage()
  await clinic.goto(link)
  await expect(clinic.getByText(bob.organizationName).first()).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw: By link or QR code' }).click()
  await expect(page.getByText('Invitation withdrawn: By link or QR code')).toBeVisible()
  await clinic.reload()
  await expect(
    clinic.getByText('This invitation has expired, was withdrawn or was already accepted.'),
  ).toBeVisible()
})

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the screens for inviting a partner are accessible and fit the screen, ${language}`, async ({
    register,
    openPage,
  }) => {
    test.slow()
    const alice = await register('clinic', 'alice')
    const page = await alice.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const open = () => page.getByRole('button', { name: t('members.invite.button'), exact: true }).click()
    await page.goto('/followcard/list')
    await open()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox')).toBeVisible()
    await dialog.getByRole('button', { name: t('members.invite.confirm') }).click()
    await expect(dialog.getByText(t('fields.required'))).toBeVisible()
    await see('invite a partner')
    await dialog.getByRole('textbox').fill(`desk-${unique()}@a-rather-long-name-of-a-laboratory.example`)
    await dialog.getByRole('button', { name: t('members.invite.confirm') }).click()
    await expect(dialog).toBeHidden()
    await open()
    await dialog.getByRole('button', { name: t('members.invite.code') }).click()
    await expect(dialog.getByRole('img', { name: t('ui.invitation.code') })).toBeVisible()
    await see('invitation by code')
    const link = await dialog.getByRole('textbox').inputValue()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(t('members.invitations.byLink'))).toBeVisible()
    await see('open invitations of partners')

    const lab = await openPage({ language })
    await lab.goto(link)
    await expect(lab.getByText(alice.organizationName).first()).toBeVisible()
    await inspect({ page: lab, language, name: 'invitation of a partner' })
    await lab.getByRole('link', { name: t('session.invitation.partnerGo') }).click()
    await expect(lab.getByRole('textbox', { name: t('session.registration.labName') })).toBeVisible()
    await inspect({ page: lab, language, name: 'registration by invitation' })
  })
}
