import { expect } from '@playwright/test'
import { limits } from '@pontic/contract'
import { Secret, TOTP } from 'otpauth'
import { readCaptcha } from './captcha.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'
import { ageSignIn, runSql } from './portal.ts'

/** Sets the number of recent failed sign-ins of an account. */
async function setFailures(email: string, count: number): Promise<void> {
  await runSql(
    `insert into attempt (subject, times, was_admitted, expires_at)
     values ($1, array_fill(now(), array[$2::int]), true, now() + interval '1 day')
     on conflict (subject) do update set times = excluded.times`,
    [`login:account:${email}`, count],
  )
}

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`captcha and lock of the sign-in are accessible and fit the screen, ${language}`, async ({
    register,
    openPage,
  }) => {
    test.slow()
    const dora = await register('clinic', 'dora')
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    const signIn = page.getByRole('button', { name: t('screens.login'), exact: true })
    await page.goto('/login')
    await page.getByRole('textbox', { name: t('common.label.email') }).fill(dora.email)
    await page.getByRole('textbox', { name: t('common.label.password') }).fill('wrong-password-1')
    await setFailures(dora.email, limits.accountFailuresCaptcha)
    await signIn.click()
    await expect(page.getByText(t('errors.captcha.required'))).toBeVisible()
    const { code } = await readCaptcha(page, t)
    await see('login with a captcha')
    await signIn.click()
    await expect(page.getByText(t('fields.required'))).toBeVisible()
    await see('login without the captcha’s code')
    await setFailures(dora.email, limits.accountFailuresLocked)
    await page.getByRole('textbox', { name: t('session.captcha.label') }).fill(code)
    await signIn.click()
    await expect(page.getByRole('alert')).toContainText(/\d/)
    await see('login locked')
    await page.getByRole('button', { name: t('session.captcha.toMail') }).click()
    await expect(page.getByRole('textbox', { name: t('common.label.mailedCode') })).toBeVisible()
    await see('login with a mailed code')
  })

  test(`the two-factor sign-in is accessible and fits the screen, ${language}`, async ({
    register,
    openPage,
  }) => {
    test.slow()
    const dora = await register('clinic', 'dora')
    const page = await dora.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const dialog = page.getByRole('dialog')
    const open = (key: 'appAdd' | 'appRemove' | 'codesNew') =>
      page.getByRole('button', { name: t(`twoFactor.${key}`) }).click()
    await runSql('update organization set requires_two_factor = true where id = $1', [dora.organizationId])
    await ageSignIn(dora.email)
    await page.goto('/order/list')
    await expect(page.getByText(t('twoFactor.neededOrganization'))).toBeVisible()
    await expect(page.getByText(t('shell.notPermitted'))).toHaveCount(0)
    await see('security needed')
    await open('appAdd')
    await dialog.getByRole('button', { name: t('session.again.confirm') }).click()
    await expect(dialog.getByText(t('fields.required'))).toBeVisible()
    await see('security password')
    await dialog.getByRole('textbox', { name: t('common.label.password') }).fill('wrong-password-1')
    await dialog.getByRole('button', { name: t('session.again.confirm') }).click()
    await expect(dialog.getByText(t('fields.password_wrong'))).toBeVisible()
    await dialog.getByRole('textbox', { name: t('common.label.password') }).fill(dora.password)
    await dialog.getByRole('button', { name: t('session.again.confirm') }).click()
    await expect(dialog.getByRole('img', { name: t('twoFactor.qr') })).toBeVisible()
    await see('security app')
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await dialog.getByRole('textbox', { name: t('twoFactor.otp') }).fill('000000')
    await dialog.getByRole('button', { name: t('twoFactor.appConfirm') }).click()
    await expect(dialog.getByText(t('fields.code_wrong'))).toBeVisible()
    await dialog.getByRole('textbox', { name: t('twoFactor.otp') }).fill(otp)
    await dialog.getByRole('button', { name: t('twoFactor.appConfirm') }).click()
    await expect(dialog.getByText(t('twoFactor.codesTitle'))).toBeVisible()
    await see('security codes')
    const [recoveryCode = ''] = await dialog.getByRole('listitem').allTextContents()
    await dialog.getByRole('button', { name: t('twoFactor.codesDone') }).click()
    await expect(page.getByRole('button', { name: t('common.do.goOn') })).toBeVisible()
    await see('security ready')
    await open('appRemove')
    await expect(dialog.getByText(t('twoFactor.removeAppText'))).toBeVisible()
    await see('security remove')
    await ageSignIn(dora.email)
    await dialog.getByRole('button', { name: t('common.do.remove') }).click()
    const again = page.getByRole('dialog', { name: t('session.again.title') })
    await again.getByRole('textbox', { name: t('common.label.password') }).fill(dora.password)
    await again.getByRole('button', { name: t('session.again.confirm') }).click()
    await expect(again.getByRole('textbox', { name: t('session.second.otp') })).toBeVisible()
    await see('security password and code')
    await again.getByRole('button', { name: t('session.second.use_recovery_code') }).click()
    await again.getByRole('textbox', { name: t('session.second.recoveryCode') }).fill(recoveryCode)
    await again.getByRole('button', { name: t('session.again.confirm') }).click()
    await expect(page.getByText(t('errors.two_factor.still_required'))).toBeVisible()
    await page.keyboard.press('Escape')

    const guest = await openPage({ language })
    const seeGuest = (name: string) => inspect({ page: guest, language, name })
    await guest.goto('/login')
    await guest.getByRole('textbox', { name: t('common.label.email') }).fill(dora.email)
    await guest.getByRole('textbox', { name: t('common.label.password') }).fill(dora.password)
    await guest.getByRole('button', { name: t('screens.login'), exact: true }).click()
    await expect(guest.getByRole('textbox', { name: t('session.second.otp') })).toBeVisible()
    await seeGuest('second step')
    await guest.getByRole('textbox', { name: t('session.second.otp') }).fill('000000')
    await guest.getByRole('button', { name: t('common.do.continue') }).click()
    await expect(guest.getByText(t('errors.session.second_factor_wrong'))).toBeVisible()
    await seeGuest('second step refused')
    await guest.getByRole('button', { name: t('session.second.use_recovery_code') }).click()
    await expect(guest.getByRole('textbox', { name: t('session.second.recoveryCode') })).toBeVisible()
    await seeGuest('second step by recovery code')
  })
}
