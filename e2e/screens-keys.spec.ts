import { expect } from '@playwright/test'
import { type CallError, createClient } from '@pontic/client'
import { becomePartners, createCase, sendCase, smallScan, uploadFile } from './cases.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'
import { portalUrl } from './portal.ts'

const patient = 'Henrietta Quimby'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`a laboratory creates a key, its software uses it, and the laboratory revokes it, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const lab = await register('lab', 'bob')
    const clinic = await register('clinic', 'alice')
    await becomePartners(clinic, lab)
    const order = await sendCase(clinic, lab, patient)
    const page = await lab.open({ language })
    const dialog = page.getByRole('dialog')
    const see = (name: string) => inspect({ page, language, name })
    await page.goto('/myinfo/organization')
    await page.getByRole('link', { name: t('screens.apiKeys') }).click()
    await expect(page.getByText(t('apiKeys.empty.title'))).toBeVisible()
    await see('no keys')

    await page.getByRole('button', { name: t('apiKeys.create.button') }).click()
    await page.getByRole('button', { name: t('apiKeys.create.confirm') }).click()
    await expect(dialog.getByText(t('fields.required'))).toBeVisible()
    await see('dialog of a new key')
    await page.getByLabel(t('common.label.name')).fill('Order desk')
    await page.getByRole('button', { name: t('apiKeys.create.confirm') }).click()
    const secret = dialog.getByLabel(t('common.label.apiKey'))
    await expect(secret).toHaveValue(/^pontic_[\w-]{43}$/)
    await see('a key shown once')
    const software = createClient({ baseUrl: portalUrl, apiKey: await secret.inputValue() })
    const inbox = await software.call('inbox.list', { body: {} })
    expect(inbox.list.map(({ number }) => number)).toEqual([order.number])
    await page.getByRole('button', { name: t('apiKeys.secret.done') }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByText('Order desk')).toBeVisible()
    await see('keys')

    await page.getByRole('button', { name: t('apiKeys.revoke.buttonFor', { name: 'Order desk' }) }).click()
    await expect(dialog).toBeVisible()
    await see('dialog to revoke a key')
    await dialog.getByRole('button', { name: t('common.do.revokeKey') }).click()
    await expect(page.getByText(t('apiKeys.state.revoked'), { exact: true })).toBeVisible()
    const refused = await software.call('inbox.list', { body: {} }).catch((error: CallError) => error.key)
    expect(refused).toBe('request.unauthenticated')
    await see('a revoked key')

    await page.route('**/restful/organizations/keys', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(t('ui.error.title'))).toBeVisible()
    await see('keys that could not be read')
  })

  test(`a clinic exports the data of a patient, requests their erasure and cancels it, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const clinic = await register('clinic', 'alice')
    const lab = await register('lab', 'bob')
    await becomePartners(clinic, lab)
    const sent = await sendCase(clinic, lab, patient)
    const { id } = await createCase(clinic, patient)
    await uploadFile(clinic, id, smallScan())
    const page = await clinic.open({ language })
    const dialog = page.getByRole('dialog')
    const see = (name: string) => inspect({ page, language, name })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    await page.goto('/organization/patients')
    await expect(page.getByText(t('patients.search.hint'))).toBeVisible()
    await expect(page.getByText(t('patients.erasures.none'))).toBeVisible()
    await see('patients')
    await page.getByRole('searchbox').fill('nobody at all')
    await expect(page.getByText(t('patients.search.none'))).toBeVisible()
    await see('no patient found')
    await page.getByRole('searchbox').fill('henrietta')
    await expect(page.getByRole('button', { name: patient })).toBeVisible()
    await see('patients found')
    await page.getByRole('button', { name: patient }).click()
    await expect(page.getByText(sent.number)).toBeVisible()
    await see('what is held of a patient')

    await page.route('**/restful/patients/exports', (route) => route.abort())
    await press(t('common.do.export'))
    await expect(page.getByText(t('patients.panel.exportFailed', { reason: '' }).trim())).toBeVisible()
    await page.unroute('**/restful/patients/exports')
    const downloaded = page.waitForEvent('download')
    await press(t('common.do.export'))
    expect((await downloaded).suggestedFilename()).toMatch(/^pontic-patient-.*\.zip$/)

    await press(t('patients.panel.erase'))
    const confirm = dialog.getByRole('button', { name: t('patients.erase.confirm', { count: 2 }) })
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('textbox').fill(patient.toLowerCase())
    await confirm.click()
    // The erasure is refused, because a laboratory works on one of the cases.
    await expect(dialog.getByRole('alert')).toContainText(sent.number)
    await see('an erasure that is refused')
    await page.keyboard.press('Escape')
    await page
      .getByRole('checkbox', { name: t('common.label.caseNumber', { number: sent.number }) })
      .uncheck()
    await press(t('patients.panel.erase'))
    await dialog.getByRole('textbox').fill(patient)
    await dialog.getByRole('button', { name: t('patients.erase.confirm', { count: 1 }) }).click()
    const undo = page.getByRole('button', { name: t('patients.erasures.undoFor', { name: patient }) })
    await expect(undo).toBeVisible()
    await see('an erasure that waits')
    await undo.click()
    await expect(undo).toBeHidden()
    await see('an erasure that was undone')

    await page.getByRole('spinbutton', { name: t('patients.retention.years'), exact: true }).fill('3')
    await press(t('common.do.save'))
    await expect(page.getByText(t('fields.too_small'))).toBeVisible()
    await see('a retention that is too short')
    await page.getByRole('spinbutton', { name: t('patients.retention.years'), exact: true }).fill('12')
    await press(t('common.do.save'))
    await expect(page.getByText(t('common.saved'))).toBeVisible()
    await page.route('**/restful/patients/erasures/list', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(t('ui.error.title'))).toBeVisible()
    await see('erasures that could not be read')
  })

  test(`the retention periods of the platform are accessible and fit the screen, ${language}`, async ({
    demo,
  }) => {
    const root = await demo('root')
    const page = await root.open({ language })
    await page.goto('/manage/retention')
    await expect(
      page.getByRole('spinbutton', { name: t('patients.retention.years'), exact: true }),
    ).toHaveValue('10')
    await inspect({ page, language, name: 'retention of the platform' })
  })
}
