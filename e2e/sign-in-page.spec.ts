import { expect, type Page } from '@playwright/test'
import { waitForLink } from './mail.ts'
import { password, test, unique } from './people.ts'

const newPassword = 'crown-of-the-21'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('the sign-in page links to the registration and to help, and sends the verification mail again', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/login')
  await button(page, 'Need help?').click()
  await expect(page.getByRole('dialog', { name: 'Sign-in help' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Register your clinic or laboratory' }).click()
  await expect(page).toHaveURL('/register')
  const email = `rita-${unique()}@clinic.example`
  await field(page, 'Name of the clinic').fill(`Ridge Dental ${unique()}`)
  await field(page, 'Your name').fill('Rita Moss')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await button(page, 'Register the clinic').click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const first = await waitForLink(email, 'Verify your email address', '/verifyEmail')

  await page.goto('/login')
  await button(page, 'Send the verification email again').click()
  await page.getByRole('dialog').getByRole('textbox').fill(email)
  await button(page, 'Send the email').click()
  await expect(page.getByText(`If ${email} still has to be verified`)).toBeVisible()
  await waitForLink(email, 'Verify your email address', '/verifyEmail', first)
})

test('a forgotten password is replaced through a mailed link, whose form shows the password rule and requires two equal entries', async ({
  register,
  openPage,
}) => {
  const erin = await register('clinic', 'erin')
  const page = await openPage()
  await page.goto('/login')
  await button(page, 'Forgot password?').click()
  await page.getByRole('dialog').getByRole('textbox').fill(erin.email)
  await button(page, 'Send the link').click()
  await expect(
    page.getByText(
      `If an account exists for ${erin.email}, a link to reset its password may have been sent.`,
    ),
  ).toBeVisible()
  await expect(page.getByText('It is valid for 24 hours.')).toBeVisible()

  const link = await waitForLink(erin.email, /password/i, '/resetpwd')
  await page.goto(link)
  await expect(page.getByText('8–20 characters')).toBeVisible()
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm new password').fill(`${newPassword}!`)
  await button(page, 'Set the new password').click()
  await expect(page.getByText('Please type in the same password as above.')).toBeVisible()
  await field(page, 'Confirm new password').fill(newPassword)
  await button(page, 'Set the new password').click()
  await expect(page.getByRole('heading', { name: 'New password set' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await field(page, 'Email').fill(erin.email)
  await field(page, 'Password').fill(newPassword)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL('/dashboard')
})

test('the registration offers clinic or laboratory and manager or member, each with an explanation', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/register')
  const choices = [
    ['Clinic', 'Manager', 'Dentist, with access to all functions', 'Register the clinic'],
    ['Clinic', 'Member', 'Hygienist or other dental staff', 'Request to join'],
    ['Laboratory', 'Manager', 'Owner or head of the laboratory', 'Register the laboratory'],
    ['Laboratory', 'Member', 'Employee of the laboratory', 'Request to join'],
  ] as const
  for (const [kind, role, meaning, submit] of choices) {
    await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check()
    await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
    await expect(page.getByText(meaning)).toBeVisible()
    await expect(button(page, submit)).toBeVisible()
  }
})
