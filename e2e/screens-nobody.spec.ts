import { expect } from '@playwright/test'
import { demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { waitForLink } from './mail.ts'
import { test, unique } from './people.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the screens before the sign-in are accessible and fit the screen, ${language}`, async ({
    openPage,
  }) => {
    test.slow()
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    const dialog = page.getByRole('dialog')
    const signIn = page.getByRole('button', { name: t('screens.login'), exact: true })

    await page.goto('/login')
    await expect(signIn).toBeVisible()
    await see('login')
    await signIn.click()
    await expect(page.getByText(t('fields.required')).first()).toBeVisible()
    await see('login with errors')
    await page.getByRole('textbox', { name: t('common.label.email') }).fill('nobody@pontic.example')
    await page.getByRole('textbox', { name: t('common.label.password') }).fill('wrong-password-1')
    await signIn.click()
    await expect(page.getByText(t('errors.session.wrong_credentials'))).toBeVisible()
    await see('login refused')
    await page.getByRole('button', { name: t('session.help') }).click()
    await expect(dialog).toBeVisible()
    await see('help')
    await dialog.getByRole('button', { name: t('ui.close') }).click()
    await page.getByRole('button', { name: t('session.resend') }).click()
    await expect(dialog).toBeVisible()
    await see('resend dialog')
    await dialog.getByRole('button', { name: t('ui.cancel') }).click()
    await page.getByRole('button', { name: t('session.forgot') }).click()
    await dialog.getByRole('textbox').fill('no address')
    await dialog.getByRole('button', { name: t('common.do.sendLink') }).click()
    await expect(dialog.getByText(t('fields.email'))).toBeVisible()
    await see('forgot dialog with an error')
    await dialog.getByRole('textbox').fill('nobody@pontic.example')
    await dialog.getByRole('button', { name: t('common.do.sendLink') }).click()
    await expect(dialog).toBeHidden()
    await see('forgot told')
  })

  test(`the registration is accessible and fits the screen, ${language}`, async ({ openPage }) => {
    test.slow()
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    const names = {
      clinicName: 'session.registration.clinicName',
      name: 'session.registration.name',
      email: 'common.label.email',
      confirm: 'session.registration.confirm',
      password: 'common.label.password',
    } as const
    const field = (key: keyof typeof names) => page.getByRole('textbox', { name: t(names[key]), exact: true })

    await page.goto('/register')
    await expect(field('clinicName')).toBeVisible()
    await see('register')
    await page.getByRole('button', { name: t('session.registration.submitClinic') }).click()
    await expect(page.getByText(t('fields.required')).first()).toBeVisible()
    await see('register with errors')
    await field('clinicName').fill('Brookside Dental')
    await expect(page.getByText(t('session.registration.unavailable'))).toBeVisible()
    await field('email').fill(demoPeople.alice.email)
    await field('password').fill('short')
    await field('confirm').fill('other')
    await page.getByRole('button', { name: t('session.registration.submitClinic') }).click()
    await expect(page.getByText(t('fields.password_mismatch'))).toBeVisible()
    await expect(page.getByText(t('fields.email_taken'))).toBeVisible()
    await see('register with refusals')
    await page.getByText(t('common.role.member'), { exact: true }).click()
    await expect(page.getByText(t('session.joining.textClinic'))).toBeVisible()
    await see('register a member')
    await page.getByText(t('session.registration.manager'), { exact: true }).click()
    const id = unique()
    await field('clinicName').fill(`Screens ${id}`)
    await field('name').fill('Sam')
    await field('email').fill(`sam-${id}@screens.example`)
    await field('password').fill('bridge-of-11')
    await field('confirm').fill('bridge-of-11')
    await page.getByRole('button', { name: t('session.registration.submitClinic') }).click()
    await expect(page.getByRole('heading', { name: t('session.registration.doneTitle') })).toBeVisible()
    await see('registered')
  })

  test(`the screens of mailed and shared links are accessible and fit the screen, ${language}`, async ({
    openPage,
    register,
  }) => {
    test.slow()
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    const shows = (text: string) => expect(page.getByText(text).first()).toBeVisible()
    const wrongCode = 'a'.repeat(43)

    await page.goto('/verifyEmail')
    await shows(t('session.verify.missing'))
    await see('verify without a code')
    await page.goto(`/verifyEmail#code=${wrongCode}`)
    await shows(t('errors.account.code_invalid'))
    await see('verify with a wrong code')
    await page.goto('/resetpwd')
    await shows(t('session.verify.missing'))
    await see('reset without a code')
    await page.goto(`/resetpwd#code=${wrongCode}`)
    await shows(t('errors.account.code_invalid'))
    await see('reset with a wrong code')
    const dora = await register('clinic', 'dora')
    await dora.client.call('accounts.sendPwdResetEmail', { body: { email: dora.email } })
    await page.goto(await waitForLink(dora.email, /password/i, '/resetpwd'))
    await page.getByRole('button', { name: t('session.reset.submit') }).click()
    await shows(t('fields.required'))
    await see('reset with errors')
    await page.goto(`/register#code=${wrongCode}`)
    await shows(t('errors.invitation.invalid'))
    await see('register with a wrong invitation')
    await page.goto('/open/preview3d')
    await shows(t('viewer.preview.incomplete'))
    await see('preview without a token')
    await page.goto('/open/preview3d#token=wrong')
    await shows(t('viewer.preview.invalid'))
    await see('preview with a wrong token')
    await page.goto('/no/such/page')
    await shows(t('shell.notFound'))
    await see('not found')
  })
}
