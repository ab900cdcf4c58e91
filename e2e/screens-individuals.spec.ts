import { expect } from '@playwright/test'
import { passwordDigest } from '@pontic/client'
import { createCase, smallScan, uploadFile } from './cases.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { waitForLink } from './mail.ts'
import { password, test, unique } from './people.ts'
import { blockScans } from './viewer.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`shared cases and the share dialog are accessible and fit the screen, ${language}`, async ({
    openPage,
    register,
    signIn,
  }) => {
    test.slow()
    const clinic = await register('clinic', 'alice')
    const { id } = await createCase(clinic, 'Henrietta Quimby')
    await uploadFile(clinic, id, smallScan())
    const email = `paula-${unique()}@mail.example`
    const page = await clinic.open({ language })
    await blockScans(page)
    const dialog = page.getByRole('dialog')
    const see = (name: string, of = page) => inspect({ page: of, language, name })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    await page.goto(`/order/detail/${id}`)
    await expect(page.getByText(t('shares.empty'))).toBeVisible()
    await page.getByText(t('shares.empty')).scrollIntoViewIfNeeded()
    await see('shared with nobody')
    await press(t('shares.add'))
    await expect(dialog).toBeVisible()
    await press(t('shares.dialog.confirm'))
    await expect(dialog.getByText(t('fields.required'))).toBeVisible()
    await see('dialog to share')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    for (const one of [email, `a-rather-long-name-of-a-reader-${unique()}@practice.mail.example`])
      await clinic.client.call('orders.share', { body: { id, email: one } })
    await expect(page.getByText(email)).toBeVisible()
    await page.getByText(email).scrollIntoViewIfNeeded()
    await see('shared with two')
    await press(t('shares.code.add'))
    await expect(dialog).toBeVisible()
    await see('dialog to make a QR code')
    await press(t('shares.code.confirm'))
    const code = dialog.getByRole('textbox', { name: t('common.label.link') })
    await expect(code).toBeVisible()
    await see('QR code to a case')
    const offered = await openPage({ language })
    await offered.goto(await code.inputValue())
    await expect(offered.getByText(t('session.invitation.haveAccount'))).toBeVisible()
    await see('offer of a case by QR code', offered)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByText(t('shares.code.open')).scrollIntoViewIfNeeded()
    await see('shared with two and a QR code')
    await press(t('shares.actionsFor', { email }))
    await page.getByRole('menuitem', { name: t('shares.stop') }).click()
    await expect(dialog).toBeVisible()
    await see('dialog to stop sharing')

    const link = await waitForLink(
      email,
      `${clinic.organizationName} shares your case with you`,
      '/invitation',
    )
    const invitation = new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? ''
    await clinic.client.call('members.register', {
      body: { invitation, name: 'Paula Weiss', password: passwordDigest(password) },
    })
    const individual = await signIn({ name: 'Paula Weiss', email, password })
    const paula = await individual.open({ language })
    await paula.goto('/order/shared')
    await expect(paula.getByText('Henrietta Quimby')).toBeVisible()
    await see('shared with me', paula)
    for (let at = 0; at < 7; at++) {
      const more = await createCase(clinic, `Patient ${at}`)
      await clinic.client.call('orders.declareNoScans', { body: { id: more.id } })
      await clinic.client.call('orders.share', { body: { id: more.id, email } })
    }
    await expect(paula.getByRole('searchbox')).toBeVisible()
    await see('many shared with me', paula)
    await paula.getByRole('searchbox').fill('nobody')
    await expect(paula.getByText(t('orders.empty.nothingFound'))).toBeVisible()
    await see('nothing found of what is shared', paula)
    await paula.goto(`/order/detail/${id}`)
    await expect(paula.getByText('attachment.stl')).toBeVisible()
    await see('case that is shared with me', paula)
    await clinic.client.call('orders.unshare', { body: { id, email } })
    await expect(paula.getByText(t('orders.gone.title'))).toBeVisible()
    await see('case that is no longer shared', paula)
    const { list } = await individual.client.call('orders.list', { body: {} })
    for (const one of list) await clinic.client.call('orders.unshare', { body: { id: one.id, email } })
    await paula.goto('/order/shared')
    await expect(paula.getByText(t('shared.empty.title'))).toBeVisible()
    await see('nothing shared with me', paula)
  })
}
