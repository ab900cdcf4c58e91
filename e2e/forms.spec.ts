import { expect, type Page } from '@playwright/test'
import { textsOf } from './inspect.ts'
import { waitForLink } from './mail.ts'
import { password, test, unique } from './people.ts'
import { runSql } from './portal.ts'

const t = textsOf('en_US')

const required = (page: Page) => page.getByText(t('fields.required'), { exact: true })

test('the registration checks name, address and password while they are typed', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/register')
  const name = page.getByRole('textbox', { name: t('session.registration.clinicName') })
  await name.pressSequentially('Smile: East')
  await expect(page.getByText(t('fields.organization_name'))).toBeVisible()
  await name.fill(`Smile East ${unique()}`)
  await expect(page.getByText(t('fields.organization_name'))).toBeHidden()
  await expect(page.getByText(t('session.registration.available'), { exact: true })).toBeVisible()

  const email = page.getByRole('textbox', { name: t('common.label.email') })
  await email.pressSequentially('nora@example')
  await expect(page.getByText(t('fields.email'))).toBeVisible()
  await email.pressSequentially('.org')
  await expect(page.getByText(t('fields.email'))).toBeHidden()

  const strength = page.getByRole('status', { name: t('session.strength.label') })
  const passwordInput = page.locator('input[name=password]')
  await passwordInput.pressSequentially('password1')
  await expect(strength).toHaveText(t('session.strength.weak'))
  await passwordInput.fill('bridge27')
  await expect(strength).toHaveText(t('session.strength.fair'))
  // The form was not submitted, so empty fields show no error.
  await expect(required(page)).toHaveCount(0)
})

test('the error of a field disappears when its cause is removed, even by a change of another field', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/login')
  await page.getByRole('button', { name: t('screens.login'), exact: true }).click()
  await expect(required(page)).toHaveCount(2)
  const email = `nobody-${unique()}@example.org`
  await page.getByRole('textbox', { name: t('common.label.email') }).fill(email)
  await expect(required(page)).toHaveCount(1)
  await page.getByRole('button', { name: t('session.forgot') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.do.sendLink') })
    .click()
  await expect(page.getByText(/If an account exists for/)).toBeVisible()
  await expect(required(page)).toHaveCount(0)

  // The error of the repeated password disappears when the first password is corrected.
  await page.goto('/register')
  await page.locator('input[name=password]').fill('bridge-of-12')
  await page.locator('input[name=confirm]').fill(password)
  await page.getByRole('button', { name: t('session.registration.submitClinic') }).click()
  const repeat = page.locator('input[name=confirm]')
  await expect(repeat).toHaveAttribute('aria-invalid', 'true')
  await page.locator('input[name=password]').fill(password)
  await expect(repeat).not.toHaveAttribute('aria-invalid', 'true')
})

test('a used, replaced or expired link to reset a password shows its state instead of a form', async ({
  register,
  openPage,
}) => {
  const dora = await register('clinic', 'dora')
  const requestLink = async () => {
    await dora.client.call('accounts.sendPwdResetEmail', { body: { email: dora.email } })
    return await waitForLink(dora.email, /password/i, '/resetpwd')
  }
  const link = await requestLink()
  const page = await openPage()
  const title = page.getByRole('heading', { name: t('session.reset.title') })
  const expectUnusable = async () => {
    await expect(page.getByRole('heading', { name: t('session.linkUnusable') })).toBeVisible()
    await expect(page.getByText(t('errors.account.code_invalid'))).toBeVisible()
    await expect(page.locator('input[type=password]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('session.reset.newLink') })).toBeVisible()
  }
  // Opening the form does not use the link.
  await page.goto(link)
  await expect(title).toBeVisible()
  await page.reload()
  await page.locator('input[name=password]').fill('molar-and-27')
  await page.locator('input[name=confirm]').fill('molar-and-27')
  await page.getByRole('button', { name: t('session.reset.submit') }).click()
  await expect(page.getByRole('heading', { name: t('session.reset.doneTitle') })).toBeVisible()
  await page.goto('/login')
  await page.goto(link)
  await expectUnusable()

  await page.goto('/login')
  await runSql(
    `insert into email_code (code_sha256, account_id, purpose, email, created_at, expires_at)
     select sha256(convert_to($2, 'utf8')), id, 'reset_password', email, now() - interval '25 hours', now() - interval '1 hour'
     from account where email = $1`,
    [dora.email, 'expired'.padEnd(43, 'x')],
  )
  await page.goto(`/resetpwd#code=${'expired'.padEnd(43, 'x')}`)
  await expectUnusable()
})

test('an invitation that cannot be accepted shows the reason instead of a registration form', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto(`/register#code=${'w'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: t('session.invitation.invalid') })).toBeVisible()
  await expect(page.getByText(t('errors.invitation.invalid'))).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('button', { name: t('session.invitation.without') }).click()
  await expect(page.getByRole('textbox', { name: t('session.registration.clinicName') })).toBeVisible()
})
