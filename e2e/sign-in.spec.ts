import { expect, type Page } from '@playwright/test'
import { limits } from '@pontic/contract'
import { Secret, TOTP } from 'otpauth'
import { readCaptcha } from './captcha.ts'
import { textsOf } from './inspect.ts'
import { waitForMail } from './mail.ts'
import { test } from './people.ts'
import { namedPortalUrl, runSql } from './portal.ts'

const t = textsOf('en_US')
const periodMs = 30_000

/** Computes a code of an authenticator app. Each code is valid once, so a test that has used the current code needs a later one. */
const codeOf = (secret: string, periodsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + periodsAhead * periodMs,
  })

const submit = (page: Page) => page.getByRole('button', { name: t('screens.login'), exact: true })

async function fillSignIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: t('common.label.email') }).fill(who.email)
  await page.getByRole('textbox', { name: t('common.label.password') }).fill(who.password)
}

async function tryToSignIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await fillSignIn(page, who)
  await submit(page).click()
}

/** Sets up an authenticator app on the open security screen. @returns the secret of the app, and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('twoFactor.appAdd') }).click()
  await expect(dialog.getByRole('img', { name: t('twoFactor.qr') })).toBeVisible()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: t('twoFactor.otp') }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: t('twoFactor.appConfirm') }).click()
  await expect(dialog.getByText(t('twoFactor.codesTitle'))).toBeVisible()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(limits.recoveryCodes)
  // Codes that are shown only once stay after a click outside.
  await page.mouse.click(12, 450)
  await page.mouse.click(12, 450)
  await dialog.getByRole('button', { name: t('twoFactor.codesDone') }).click()
  await expect(dialog).toBeHidden()
  return { secret, codes }
}

test('after five wrong passwords the sign-in needs a captcha, with another picture or a mail as alternatives', async ({
  register,
  openPage,
}) => {
  const dora = await register('clinic', 'dora')
  const page = await openPage()
  await page.goto('/login')
  for (let n = 0; n < limits.accountFailuresCaptcha; n++) {
    await tryToSignIn(page, { ...dora, password: 'wrong-password-1' })
    await expect(page.getByText(t('errors.session.wrong_credentials'))).toBeVisible()
  }
  await tryToSignIn(page, dora)
  await expect(page.getByText(t('errors.captcha.required'))).toBeVisible()
  const first = await readCaptcha(page, t)
  const code = page.getByRole('textbox', { name: t('session.captcha.label') })
  await submit(page).click()
  await expect(page.getByText(t('fields.required'))).toBeVisible()
  await code.fill('ZZZZZ')
  await expect(page.getByText(t('fields.required'))).toBeHidden()
  await submit(page).click()
  await expect(page.getByText(t('session.captcha.wrong'))).toBeVisible()
  await page.getByRole('button', { name: t('session.captcha.another') }).click()
  const second = await readCaptcha(page, t, first.id)
  await page.getByRole('textbox', { name: t('common.label.password') }).fill('wrong-password-1')
  await code.fill(second.code)
  await submit(page).click()
  await expect(page.getByText(t('errors.session.wrong_credentials'))).toBeVisible()
  await readCaptcha(page, t, second.id)
  await page.getByRole('button', { name: t('session.captcha.toMail') }).click()
  const mailed = page.getByRole('textbox', { name: t('common.label.mailedCode') })
  await expect(mailed).toBeVisible()
  const { subject } = await waitForMail(dora.email, /^Your code is \d{6}$/)
  await mailed.fill(subject.slice(-6))
  await page.getByRole('textbox', { name: t('common.label.password') }).fill(dora.password)
  await submit(page).click()
  await expect(page.getByRole('heading', { name: t('screens.dashboard'), exact: true })).toBeVisible()
})

test('a person sets up an authenticator app and signs in with its code and with a recovery code', async ({
  register,
  openPage,
}) => {
  const dora = await register('clinic', 'dora')
  const home = await dora.open()
  await home.goto('/myinfo/security')
  const { secret, codes } = await setUpApp(home)
  await expect(home.getByText(t('twoFactor.codesLeft', { count: limits.recoveryCodes }))).toBeVisible()
  await waitForMail(dora.email, t('mail.two_factor_changed.subject'))

  const page = await openPage()
  await page.goto('/login?redirect=/followcard/list')
  await tryToSignIn(page, dora)
  const otp = page.getByRole('textbox', { name: t('session.second.otp') })
  await expect(otp).toBeFocused()
  await otp.fill('12')
  await page.getByRole('button', { name: t('common.do.continue') }).click()
  await expect(page.getByText(t('fields.code_wrong'))).toBeVisible()
  await otp.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('errors.session.second_factor_wrong'))).toBeVisible()
  await otp.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: t('screens.partners') })).toBeVisible()

  const other = await openPage()
  await other.goto('/login')
  await tryToSignIn(other, dora)
  await other.getByRole('button', { name: t('session.second.use_recovery_code') }).click()
  await other.getByRole('textbox', { name: t('session.second.recoveryCode') }).fill(codes[3]!.toLowerCase())
  await other.getByRole('button', { name: t('common.do.continue') }).click()
  await expect(other.getByRole('heading', { name: t('screens.dashboard'), exact: true })).toBeVisible()
  await home.reload()
  await expect(home.getByText(t('twoFactor.codesLeft', { count: limits.recoveryCodes - 1 }))).toBeVisible()
})

test('a person adds a passkey, signs in with it alone and as second step, and removes it', async ({
  register,
  openPage,
}) => {
  const dora = await register('clinic', 'dora')
  const page = await openPage({ baseURL: namedPortalUrl })
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto('/login?redirect=/myinfo/security')
  await tryToSignIn(page, dora)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('twoFactor.passkeyAdd') }).click()
  await dialog.getByRole('textbox', { name: t('twoFactor.passkeyName') }).fill('Front desk')
  await dialog.getByRole('button', { name: t('twoFactor.passkeyAdd') }).click()
  await expect(dialog.getByText(t('twoFactor.codesTitle'))).toBeVisible()
  await dialog.getByRole('button', { name: t('twoFactor.codesDone') }).click()
  await expect(page.getByText('Front desk')).toBeVisible()

  const signOut = async () => {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto('/login?redirect=/myinfo/security')
  }
  await signOut()
  await page.getByRole('button', { name: t('session.passkey') }).click()
  await expect(page.getByText('Front desk')).toBeVisible()

  await signOut()
  await tryToSignIn(page, dora)
  await page.getByRole('button', { name: t('session.second.passkey'), exact: true }).click()
  await expect(page.getByText('Front desk')).toBeVisible()

  await page.getByRole('button', { name: t('twoFactor.passkeyRemove', { name: 'Front desk' }) }).click()
  await dialog.getByRole('button', { name: t('common.do.remove') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Front desk')).toBeHidden()
  await signOut()
  await page.getByRole('button', { name: t('session.passkey') }).click()
  await expect(page.getByText(t('errors.session.passkey_refused'))).toBeVisible()
})

test('a person whose organization requires two-factor sign-in sees only the set-up screen until the set-up is complete', async ({
  register,
}) => {
  const dora = await register('clinic', 'dora')
  const page = await dora.open()
  await page.goto('/order/list')
  await expect(page.getByRole('heading', { name: t('screens.orders'), exact: true })).toBeVisible()
  await runSql('update organization set requires_two_factor = true where id = $1', [dora.organizationId])
  await page.reload()
  await expect(page.getByText(t('twoFactor.neededOrganization'))).toBeVisible()
  await page.goto('/followcard/list')
  await expect(page.getByText(t('twoFactor.neededOrganization'))).toBeVisible()
  await setUpApp(page)
  await page.getByRole('button', { name: t('common.do.goOn') }).click()
  await expect(page.getByRole('heading', { name: t('screens.dashboard'), exact: true })).toBeVisible()
  await page.goto('/myinfo/security')
  await expect(page.getByText(t('twoFactor.requiredOrganization'))).toBeVisible()
})
