import { expect } from '@playwright/test'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { createPhoto } from './drop.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test, unique } from './people.ts'
import { runSql } from './portal.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`support requests are accessible and fit the screen, ${language}`, async ({ register, demo }) => {
    test.slow()
    const [clinic, support] = [await register('clinic', 'alice'), await demo('olga')]
    const page = await clinic.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const dialog = page.getByRole('dialog')
    await page.goto('/work/list')
    await expect(page.getByText(t('support.list.empty.title'))).toBeVisible()
    await see('no requests')
    await page
      .getByRole('button', { name: t('support.create.button') })
      .first()
      .click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: t('support.create.confirm') }).click()
    await expect(dialog.getByText(t('fields.required')).first()).toBeVisible()
    await see('new request with errors')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const photo = await createPhoto(page)
    const picture = async (person: typeof clinic) =>
      (
        await person.client.call('images.create', {
          params: { purpose: 'workorder' },
          body: new Blob([new Uint8Array(photo.bytes)]),
        })
      ).id
    const { list: types } = await clinic.client.call('workorders.listTypes', {})
    const typeId = types.find(({ code }) => code === 'ui_issue')?.id ?? ''
    const made = await clinic.client.call('workorders.create', {
      body: {
        typeId,
        priority: 'critical',
        title: 'A title as long as titles may be, fifty characters',
        content: 'What happened.\n\nIn three lines.',
        requestNumber: 'HELPDESK-2026-000000000000-77A',
        contactPhone: '+44 117 496 0182',
        imageId: await picture(clinic),
      },
    })
    const { id, number } = made
    const text = `https://pontic.example/${'a-very-long-address-without-a-break'.repeat(4)}`
    await support.client.call('workorders.reply', { body: { id, text, imageId: await picture(support) } })
    await clinic.client.call('workorders.create', {
      body: { typeId, priority: 'normal', title: 'Another one', content: 'Short.' },
    })
    await expect(page.getByText(t('support.list.unread', { count: 1 })).first()).toBeAttached()
    await see('requests')
    await page.goto(`/work/list?words=${unique()}`)
    await expect(page.getByText(t('support.list.none.title'))).toBeVisible()
    await see('no request matches')

    await support.client.call('workorders.handle', { body: { id, action: 'processed' } })
    await page.goto(`/work/detail?id=${id}`)
    const record = page.getByRole('log', { name: t('support.detail.record') })
    await expect(record.getByRole('img')).toHaveCount(2)
    await expect(page.getByRole('heading', { name: t('support.detail.title') })).toBeVisible()
    await see('communication record')
    for (const action of ['close', 'unresolved'] as const) {
      await page
        .getByTestId('request-actions')
        .getByRole('button', { name: t(`support.confirm.${action}.confirm`), exact: true })
        .click()
      await expect(dialog.getByText(t(`support.confirm.${action}.title`, { number }))).toBeVisible()
      await see(`confirmation: ${action}`)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    await clinic.client.call('workorders.handle', { body: { id, action: 'unresolved' } })
    await expect(page.getByText(t('support.detail.ended'))).toBeVisible()
    await see('ended request')
    await page.goto('/work/detail')
    await expect(page.getByText(t('support.detail.missing.title'))).toBeVisible()
    await see('no request named')
    await page.route('**/restful/workorder/list', (route) => route.abort())
    await page.goto('/work/list')
    await expect(page.getByRole('alert').getByText(t('ui.error.title'))).toBeVisible()
    await see('requests out of reach')
  })

  test(`types and operators of support requests are accessible and fit the screen, ${language}`, async ({
    demo,
    signIn,
  }) => {
    test.slow()
    const platform = await demo('root')
    const page = await platform.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const dialog = page.getByRole('dialog')
    const name = `Billing ${unique()}`
    await platform.client.call('worktypes.create', { body: { name } })
    await page.goto('/manage/workordertype')
    await expect(page.getByRole('row', { name: new RegExp(t('support.types.ui_issue')) })).toBeVisible()
    await see('types')
    await page.getByRole('button', { name: t('support.typesPage.create') }).click()
    await dialog.getByRole('button', { name: t('support.typesPage.dialog.confirmCreate') }).click()
    await expect(dialog.getByText(t('fields.required'))).toBeVisible()
    await see('new type with errors')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: t('common.label.actionsFor', { name }) }).click()
    await page.getByRole('menuitem', { name: t('common.do.delete') }).click()
    await expect(dialog).toContainText(name)
    await see('deleting a type')
    await dialog.getByRole('button', { name: t('support.typesPage.remove.confirm') }).click()
    await expect(page.getByText(t('common.deletedName', { name }))).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden()
    await page.goto(`/manage/workordertype?words=${unique()}`)
    await expect(page.getByText(t('support.typesPage.none'))).toBeVisible()
    await see('no type matches')

    const helper = await createPlatformUser(`ida-${unique()}`)
    await page.goto('/manage/workorderopr')
    await expect(page.getByRole('row', { name: /Olga Brandt/ })).toBeVisible()
    await see('operators')
    await page.getByRole('button', { name: t('support.operatorsPage.add') }).click()
    await dialog
      .getByLabel(t('support.operatorsPage.dialog.user'))
      .selectOption({ label: `${helper.name} (${helper.email})` })
    await see('new operator')
    await dialog.getByRole('button', { name: t('support.operatorsPage.add') }).click()
    await expect(page.getByRole('row', { name: new RegExp(helper.name) })).toBeVisible()
    const ida = await (await signIn(helper)).open({ language })
    await ida.goto('/')
    await expect(ida.getByText(t('support.list.emptyOperator.title'))).toBeVisible()
    await inspect({ page: ida, language, name: 'nothing to handle' })
    await page.getByRole('button', { name: t('common.label.actionsFor', { name: helper.name }) }).click()
    await page.getByRole('menuitem', { name: t('support.operatorsPage.end') }).click()
    await expect(dialog).toBeVisible()
    await see('ending an operator')
    await dialog.getByRole('button', { name: t('support.operatorsPage.end') }).click()
    await expect(page.getByRole('row', { name: new RegExp(helper.name) })).toBeHidden()
  })
}

/** Creates a platform user who is not an administrator. */
async function createPlatformUser(name: string): Promise<{ name: string; email: string; password: string }> {
  const email = `${name}@support.example`
  await runSql(
    `insert into account (id, email, name, password_hash, organization_id, email_verified_at)
     select gen_random_uuid(), $1, $2, password_hash, organization_id, now() from account where email = $3`,
    [email, name, demoPeople.root.email],
  )
  return { name, email, password: demoPassword }
}
