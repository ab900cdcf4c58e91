import { expect } from '@playwright/test'
import { becomePartners, sendCase } from './cases.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'
import { runSql } from './portal.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the bell and the list of notifications are accessible and fit the screen, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
    const page = await clinic.open({ language })
    const bell = page.getByRole('button', { name: new RegExp(`^${t('shell.notifications', { unread: 0 })}`) })
    const popup = page.getByRole('dialog', { name: t('screens.notifications') })
    const see = (name: string) => inspect({ page, language, name })
    await page.goto('/myinfo/account')
    await bell.click()
    await expect(popup.getByText(t('bell.empty.title'))).toBeVisible()
    await see('bell without news')
    await becomePartners(clinic, lab)
    await runSql(
      `update notification set created_at = created_at - interval '3 days', read_at = now()
        where account_id = (select id from account where email = $1)`,
      [clinic.email],
    )
    const { id } = await sendCase(clinic, lab, 'Henrietta Quimby')
    await lab.client.call('orders.accept', { body: { id, deliveryOn: '2030-03-15' } })
    const question = { orderId: id, reason: 'implant_data_missing', text: 'Which implant?' } as const
    await lab.client.call('conversation.ask', { body: question })
    await lab.client.call('conversation.post', { body: { orderId: id, text: 'And the scan body?' } })
    const back = await sendCase(clinic, lab, 'Paula Rowe')
    const rejection = { id: back.id, reason: 'margin_unclear', note: 'See the photo.' } as const
    await lab.client.call('orders.reject', { body: rejection })
    await expect(popup.getByRole('listitem')).toHaveCount(5)
    await expect(popup.getByText(t('bell.earlier'))).toBeVisible()
    await see('bell')
    await popup.getByRole('link', { name: t('bell.seeAll') }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
    await see('notifications')
    await page.getByRole('button', { name: t('bell.markAll') }).click()
    await expect(page.getByRole('button', { name: t('bell.markAll') })).toBeHidden()
    await see('notifications read')
    await page.route('**/restful/notifications/list', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert').getByText(t('ui.error.title'))).toBeVisible()
    await see('notifications out of reach')
  })

  test(`a bell and a list with a hundred unread notifications are accessible in light and dark, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const [clinic, lab] = [await register('clinic', 'clinic'), await register('lab', 'lab')]
    await becomePartners(clinic, lab)
    const { id } = await sendCase(clinic, lab, 'Henrietta Quimby')
    await runSql(
      `insert into notification (id, account_id, kind, order_id, organization_id, count, created_at)
        select gen_random_uuid(), a.id, 'order_remark', $2, $3, 1, now() - n * interval '1 minute'
        from account a, generate_series(1, 100) n where a.email = $1`,
      [clinic.email, id, lab.organizationId],
    )
    const page = await clinic.open({ language })
    await page.goto('/myinfo/account')
    const bell = page.getByRole('button', {
      name: new RegExp(`^${t('shell.notifications', { unread: 100 })}`),
    })
    await bell.click()
    const popup = page.getByRole('dialog', { name: t('screens.notifications') })
    await expect(popup.getByRole('listitem').first()).toBeVisible()
    await inspect({ page, language, name: 'bell with 100 unread' })
    await popup.getByRole('link', { name: t('bell.seeAll') }).click()
    await expect(page.getByRole('main').getByRole('listitem').nth(9)).toBeVisible()
    await inspect({ page, language, name: '100 unread notifications' })
  })
}
