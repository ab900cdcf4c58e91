import { expect } from '@playwright/test'
import { createPhoto } from './drop.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the screens of My information are accessible and fit the screen, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const alice = await register('clinic', 'alice')
    const page = await alice.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const shows = (text: string) => expect(page.getByText(text).first()).toBeVisible()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const leave = async () => {
      await dialog.getByRole('button', { name: t('ui.cancel') }).click()
      await expect(dialog).toBeHidden()
    }

    // Inspects the screen while it loads and after the request has failed.
    let isBlocked = true
    await page.route('**/restful/accounts/me', (route) =>
      isBlocked ? undefined : route.fulfill({ status: 500, json: { code: 1101, error: 'server.failed' } }),
    )
    await page.goto('/myinfo/account')
    await shows(t('accounts.profile'))
    await see('account on its way')
    isBlocked = false
    await page.reload()
    await shows(t('ui.error.title'))
    await see('account failed')
    await page.unroute('**/restful/accounts/me')
    await button(t('common.do.retry')).click()
    await shows(alice.email)
    await see('account whole')

    await button(`${t('common.do.edit')}: ${t('accounts.profile')}`).click()
    await dialog.getByRole('textbox', { name: t('common.label.personName') }).fill('')
    await button(t('common.do.save')).click()
    await shows(t('fields.required'))
    await see('profile dialog with an error')
    await leave()

    await button(`${t('accounts.change')}: ${t('common.label.password')}`).click()
    await button(t('accounts.passwordDialog.title')).click()
    await shows(t('fields.required'))
    await see('password dialog with errors')
    await button(t('accounts.passwordDialog.forgot')).click()
    await shows(t('common.label.mailedCode'))
    await see('password dialog by code')
    await leave()

    await button(`${t('accounts.change')}: ${t('common.label.email')}`).click()
    await dialog.getByRole('textbox').fill(alice.email)
    await button(t('common.do.sendLink')).click()
    await shows(t('fields.email_same'))
    await see('email dialog with an error')
    await leave()

    await button(`${t('accounts.add')}: ${t('common.label.mobilePhone')}`).click()
    await dialog.getByRole('textbox').fill('12')
    await button(t('accounts.mobileDialog.send')).click()
    await shows(t('fields.mobile'))
    await see('mobile dialog with an error')
    await dialog.getByRole('textbox').fill(`+4477008${Math.floor(Math.random() * 90_000) + 10_000}`)
    await button(t('accounts.mobileDialog.send')).click()
    await shows(t('accounts.mobileDialog.code'))
    await see('mobile dialog with the code')
    await leave()

    await button(`${t('accounts.closeOpen')}: ${t('accounts.close')}`).click()
    await button(t('accounts.closeDialog.confirm')).click()
    await shows(t('errors.account.last_administrator', { organization: alice.organizationName }))
    await see('close dialog refused')
    await leave()

    const photo = await createPhoto(page)
    const choosing = page.waitForEvent('filechooser')
    await button(t('ui.image.choose')).click()
    await (await choosing).setFiles([{ name: photo.name, mimeType: photo.type, buffer: photo.bytes }])
    await expect(dialog).toBeVisible()
    await see('picture dialog')
    await button(t('ui.image.use')).click()
    await expect(page.locator('.image-field-frame img')).toBeVisible()
    await see('account with a picture')
  })

  test(`the page that confirms a new email address is accessible and fits the screen, ${language}`, async ({
    openPage,
  }) => {
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    const shows = (text: string) => expect(page.getByText(text).first()).toBeVisible()
    await page.goto('/modifyEmail')
    await shows(t('session.verify.missing'))
    await see('new email without a code')
    await page.goto(`/modifyEmail#code=${'a'.repeat(43)}`)
    await shows(t('errors.account.code_invalid'))
    await see('new email with a wrong code')
  })
}
