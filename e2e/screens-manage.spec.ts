import { expect } from '@playwright/test'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test, unique } from './people.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`organizations, users and cases of the back office are accessible and fit the screen, ${language}`, async ({
    demo,
    register,
  }) => {
    test.slow()
    const root = await demo('root')
    const dora = await register('clinic', 'dora')
    const lone = await dora.client.call('orders.create', {
      body: { type: 0, patientName: `Lone ${unique()}` },
    })
    await root.client.call('manage.deleteOrder', { params: { id: lone.id } })
    const page = await root.open({ language })
    const see = (name: string, only?: 'desktop' | 'phone') =>
      inspect({ page, language, name, ...(only ? { only } : {}) })
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    const choose = async (name: string, entry: string) => {
      await main.getByRole('button', { name: t('common.label.actionsFor', { name }) }).click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }

    await page.goto('/manage/organization')
    await expect(main.getByRole('row').nth(1)).toBeVisible()
    await see('organizations')
    await press(t('manage.organization.create.title'))
    await dialog.getByRole('button', { name: t('manage.organization.create.confirm') }).click()
    await expect(dialog.getByText(t('fields.required')).first()).toBeVisible()
    await see('new organization')
    await close()
    await page.goto(`/manage/organization?words=${encodeURIComponent(dora.organizationName)}`)
    await choose(dora.organizationName, t('manage.do.ban'))
    await expect(dialog).toBeVisible()
    await see('ban of an organization')
    await close()
    await choose(dora.organizationName, t('common.do.delete'))
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await see('delete of an organization')
    await close()
    await main.getByRole('searchbox').fill('zzzzz')
    await expect(page.getByText(t('manage.none'))).toBeVisible()
    await see('no organizations')

    await page.goto(`/manage/organization/${dora.organizationId}`)
    await expect(main.getByText(dora.email).first()).toBeVisible()
    await see('an organization')
    await press(t('common.do.edit'))
    await dialog.getByRole('textbox', { name: t('manage.organization.editing.quota') }).fill('x')
    await dialog.getByRole('button', { name: t('common.do.save') }).click()
    await expect(dialog.getByText(t('fields.pattern'))).toBeVisible()
    await see('edit of an organization')
    await close()
    await root.client.call('manage.deleteOrganization', { params: { id: dora.organizationId } })
    await page.reload()
    await expect(page.getByRole('button', { name: t('common.do.restore') })).toBeVisible()
    await see('a deleted organization')
    await press(t('common.do.restore'))
    await expect(page.getByRole('button', { name: t('common.do.edit') })).toBeVisible()

    await page.goto(`/manage/user?words=${encodeURIComponent(dora.email)}`)
    await expect(main.getByText(dora.name)).toBeVisible()
    await see('users')
    await choose(dora.name, t('common.do.delete'))
    await expect(dialog.getByText(t('ui.close'), { exact: true })).toBeVisible()
    await see('delete of a last administrator')
    await close()
    await press(t('manage.user.create.title'))
    await dialog.getByRole('button', { name: t('manage.user.create.confirm') }).click()
    await expect(dialog.getByText(t('fields.required')).first()).toBeVisible()
    await see('new user')
    await close()
    await main.getByText(dora.name).click()
    await expect(main.getByText(t('manage.user.devices'))).toBeVisible()
    await see('a user')
    await press(t('common.do.edit'))
    await expect(dialog.getByRole('textbox').first()).toBeVisible()
    await see('edit of a user')
    await close()

    await page.goto('/manage/order')
    await expect(main.getByRole('row').nth(1)).toBeVisible()
    await see('all cases')
    await press(t('manage.case.deleted'))
    await expect(main.getByText(lone.number)).toBeVisible()
    await see('deleted cases')
    await main.getByRole('searchbox').fill('zzzzz')
    await expect(page.getByText(t('manage.case.empty.title'))).toBeVisible()
    await see('no deleted cases')
    await page.route('**/restful/manage/userlist', (route) => route.abort())
    await page.goto('/manage/user')
    await expect(page.getByRole('alert')).toBeVisible()
    await see('users that could not be loaded')
  })
}
