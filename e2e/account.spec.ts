import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { createPhoto } from './drop.ts'
import { keyboard } from './hands.ts'
import { waitForLink, waitForMail } from './mail.ts'
import { password, test, unique } from './people.ts'
import { portalUrl, runSql } from './portal.ts'

const newPassword = 'crown-of-the-21'
const account = '/myinfo/account'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Clicks the drawn switch, which covers the invisible input. */
const flip = (input: Locator) => input.locator('xpath=ancestor::label').click()

async function signInAt(page: Page, email: string, secret: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(secret)
  await button(page, 'Sign in').click()
}

/** Waits for the newest SMS to a number. */
async function waitForSms(to: string): Promise<string> {
  let text = ''
  await expect
    .poll(
      async () => {
        const response = await fetch(`${portalUrl}/dev/sms`, { headers: { accept: 'application/json' } })
        const all = (await response.json()) as { to: string; text: string }[]
        text = all.find((sms) => sms.to === to)?.text ?? ''
        return text
      },
      { message: `an SMS to ${to}` },
    )
    .not.toBe('')
  return text
}

test('a person who changes their password is signed out in every tab', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  const other = await page.context().newPage()
  await other.goto('/order/list')
  await expect(other.getByRole('heading', { name: 'Case list', exact: true })).toBeVisible()
  await page.goto(account)
  await button(page, 'Change: Password').click()
  await field(page, 'Old password').fill('not-the-one-1')
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Repeat the new password').fill('another')
  await button(page, 'Change password').click()
  await expect(page.getByText('The new and the confirmed password are inconsistent.')).toBeVisible()
  await field(page, 'Repeat the new password').fill(newPassword)
  await button(page, 'Change password').click()
  await expect(page.getByText('The password is incorrect.')).toBeVisible()
  await field(page, 'Old password').fill(password)
  await button(page, 'Change password').click()
  await expect(page.getByText('Password changed. Sign in with the new password.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  await waitForMail(alice.email, 'Your password was changed')
  await signInAt(page, alice.email, password)
  await expect(page.getByText('Email or password is incorrect.')).toBeVisible()
  await signInAt(page, alice.email, newPassword)
  await expect(page).not.toHaveURL(/\/login/)
  // A server hashes with the recommended cost. Tests inside of one process lower it.
  const stored = await runSql<{ hash: string }>(
    'select password_hash as hash from account where email = $1',
    [alice.email],
  )
  expect(stored).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }])
})

test('a signed-in person who has forgotten their password sets a new one with a mailed code', async ({
  register,
}) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto(account)
  await button(page, 'Change: Password').click()
  await button(page, 'Forgot your password? Get a code by email').click()
  const { subject } = await waitForMail(bob.email, /^Your password code is \d{6}$/)
  await field(page, 'Code from the email').fill(subject.slice(-6))
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Repeat the new password').fill(newPassword)
  await button(page, 'Change password').click()
  await expect(page).toHaveURL(/\/login/)
  await signInAt(page, bob.email, newPassword)
  await expect(page).not.toHaveURL(/\/login/)
})

test('a change of the email address mails a link to the new address and two notices to the old address', async ({
  register,
}) => {
  const erin = await register('clinic', 'erin')
  const page = await erin.open()
  const next = `erin-${unique()}@new.example`
  await page.goto(account)
  await button(page, 'Change: Email').click()
  await button(page, 'Send the link').click()
  await expect(page.getByText('The email is empty or in an incorrect format.')).toBeVisible()
  await field(page, 'New email').fill(erin.email)
  await button(page, 'Send the link').click()
  await expect(page.getByText('The new email is the same as the old one.')).toBeVisible()
  await field(page, 'New email').fill(next)
  await button(page, 'Send the link').click()
  await expect(page.getByText(`A confirmation email was sent to ${next}.`)).toBeVisible()
  await waitForMail(erin.email, 'Change of your email address requested')
  await page.goto(await waitForLink(next, 'Confirm your new email address', '/modifyEmail'))
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await waitForMail(erin.email, 'Your email address was changed')
  await page.getByRole('link', { name: 'Open My information' }).click()
  await expect(page.getByText(next).first()).toBeVisible()
  const again = await page.context().newPage()
  await again.goto(await waitForLink(next, 'Confirm your new email address', '/modifyEmail'))
  await expect(again.getByRole('heading', { name: 'The email was not changed' })).toBeVisible()
})

test('a person verifies their mobile number by SMS and turns on text messages', async ({ register }) => {
  const carol = await register('lab', 'carol')
  const page = await carol.open()
  const digits = `+4477009${Math.floor(Math.random() * 90_000) + 10_000}`
  await page.goto(account)
  const switchSms = page.getByRole('switch', { name: 'Case notifications by SMS' })
  await expect(switchSms).toBeDisabled()
  await button(page, 'Add: Mobile phone').click()
  await field(page, 'Mobile number').fill('07700 900123')
  await button(page, 'Send code').click()
  await expect(
    page.getByText('Enter the number with its country code, for example +44 7700 900123.'),
  ).toBeVisible()
  await field(page, 'Mobile number').fill(digits)
  await button(page, 'Send code').click()
  const code = /\d{6}/.exec(await waitForSms(digits))?.[0] ?? ''
  await field(page, 'Code from the SMS').fill(code === '000000' ? '000001' : '000000')
  await button(page, 'Confirm number').click()
  await expect(page.getByText('This code is incorrect.')).toBeVisible()
  await field(page, 'Code from the SMS').fill(code)
  await button(page, 'Confirm number').click()
  await expect(page.getByText(`Your mobile number is now ${digits}.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(switchSms).toBeEnabled()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await flip(switchSms)
  await saved
  await expect(switchSms).toBeChecked()
  await button(page, 'Remove: Mobile phone').click()
  await expect(switchSms).not.toBeChecked()
})

test('a person turns off case notifications by email, and they stay off after a reload', async ({
  register,
}) => {
  const carol = await register('lab', 'carol')
  const page = await carol.open()
  await page.goto(account)
  await expect(page.getByText(carol.email).first()).toBeVisible()
  await expect(page.getByText(carol.name).first()).toBeVisible()
  const mails = page.getByRole('switch', { name: 'Case notifications by email' })
  await expect(mails).toBeChecked()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await flip(mails)
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(mails).toBeVisible()
  await expect(mails).not.toBeChecked()
  const { acceptsOrderEmail } = await carol.client.call('accounts.get', { params: { username: 'me' } })
  expect(acceptsOrderEmail).toBe(false)
})

test('a person ends all other sessions of their account', async ({ register, signIn }) => {
  const alice = await register('clinic', 'alice')
  const [page, elsewhere] = [await alice.open(), await (await signIn(alice)).open()]
  await elsewhere.goto('/order/list')
  await page.goto(account)
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(2)
  await button(page, 'Sign out all other devices').click()
  await expect(page.getByText('1 session was signed out.')).toBeVisible()
  await expect(elsewhere).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(1)
  await expect(page).toHaveURL(account)
})

test('a person sets their profile picture and name by keyboard', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  page.on('filechooser', () => undefined)
  await page.goto(account)
  const photo = await createPhoto(page)
  await keyboard.give(button(page, 'Choose a picture'), [photo])
  await expect(page.getByRole('dialog')).toBeVisible()
  await keyboard.press(button(page, 'Use picture'))
  await expect(page.locator('.image-field-frame img')).toBeVisible()
  await expect(page.locator('.user-picture')).toBeVisible()
  await keyboard.press(button(page, 'Edit: Profile'))
  await keyboard.write(field(page, 'Name'), 'Alice By Keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: /Alice By Keyboard/ })).toBeVisible()
  await page.reload()
  await expect(page.locator('.image-field-frame img')).toBeVisible()
})

test('a setting that is changed while another one is being saved keeps its new value', async ({
  register,
}) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto(account)
  const releases: (() => void)[] = []
  await page.route('**/restful/accounts', async (route) => {
    await new Promise<void>((release) => releases.push(release))
    await route.continue()
  })
  await page.getByText('Large', { exact: true }).click()
  await page.getByRole('radiogroup', { name: 'Tooth numbering' }).getByText('Palmer').click()
  await expect.poll(() => releases.length).toBe(2)
  // After the reply to the first change, the page reads the account again.
  const reading = page.waitForRequest('**/restful/accounts/me')
  releases[0]!()
  await reading
  await expect(page.getByRole('radio', { name: 'Palmer' })).toBeChecked()
  releases[1]!()
  await expect(page.getByText('The upper right first molar is 6┘')).toBeVisible()
})

test('the account page lists time zones by their current names, with country and city in the language of the page', async ({
  demo,
}) => {
  const page = await (await demo('bob')).open()
  await page.goto(account)
  const zones = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zones.locator('option[value="America/New_York"]')).toHaveText('United States · New York')
  const values = await zones
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const current = ['Europe/Kyiv', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Europe/London']
  expect(values).toEqual(expect.arrayContaining(current))
  for (const former of ['Europe/Kiev', 'Asia/Calcutta', 'Asia/Saigon']) expect(values).not.toContain(former)
  await page.context().addCookies([{ name: 'language', value: 'zh_CN', url: page.url() }])
  await page.reload()
  await expect(page.locator('option[value="America/New_York"]')).toHaveText('美国 · 纽约')
})

test('interface size and time zone of an account apply on another device', async ({ register, openPage }) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto(account)
  await page.getByText('Large', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-size', 'large')
  await page.getByRole('radiogroup', { name: 'Tooth numbering' }).getByText('Palmer').click()
  await expect(page.getByText('The upper right first molar is 6┘')).toBeVisible()
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('Tokyo') === true)
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
  await saved
  const device = await openPage()
  await device.goto('/login')
  await signInAt(device, bob.email, password)
  await expect(device.locator('html')).toHaveAttribute('data-size', 'large')
  await device.goto(account)
  await expect(device.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
})

test('an administrator exports their data, and can close their account only if there is another administrator', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const amy = await register('clinic', 'amy')
  const page = await alice.open()
  await page.goto(account)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save file').click()])
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { account: { email: string } }
  expect(data.account.email).toBe(alice.email)
  const close = () => button(page, 'Close my account').click()
  await button(page, 'Close: Close account').click()
  await close()
  await expect(page.getByText(/^You are the last administrator of/)).toBeVisible()
  await runSql('update account set organization_id = $1 where email = $2', [alice.organizationId, amy.email])
  await close()
  await expect(page.getByText('Your account is closed.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await waitForMail(alice.email, 'Your account is closed')
  await signInAt(page, alice.email, password)
  await expect(page.getByText('Email or password is incorrect.')).toBeVisible()
})
