import { expect } from '@playwright/test'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the dashboard is accessible and fits the screen, ${language}`, async ({ demo, register }) => {
    test.slow()
    const alice = await demo('alice')
    const page = await alice.open({ language })
    await page.goto('/dashboard')
    await expect(page.getByRole('meter')).toBeVisible()
    await inspect({ page, language, name: 'dashboard clinic' })
    await page
      .getByRole('button', { name: t('conversation.banner.send'), exact: true })
      .first()
      .click()
    await expect(page.getByRole('textbox', { name: t('conversation.banner.answer') })).toBeVisible()
    await inspect({ page, language, name: 'dashboard answer' })
    await page.getByText(t('dashboard.range.3m')).click()
    await page.getByRole('button', { name: t('dashboard.chart.asTable') }).click()
    await expect(page.getByRole('table', { name: t('dashboard.graph') }).getByRole('row')).toHaveCount(91)
    await inspect({ page, language, name: 'dashboard as a table' })
    await page.route('**/restful/dashboard/**', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/dashboard')
    await expect(page.getByText(t('ui.error.title')).first()).toBeVisible()
    await inspect({ page, language, name: 'dashboard failed' })

    for (const who of ['root', 'dave'] as const) {
      const theirs = await (await demo(who)).open({ language })
      await theirs.goto('/dashboard')
      await expect(theirs.getByRole('heading', { name: t('screens.dashboard') })).toBeVisible()
      await expect(theirs.getByRole('rowheader', { name: t('order.type.0') })).toBeVisible()
      await inspect({ page: theirs, language, name: `dashboard ${who}` })
    }
    const bob = await (await demo('bob')).open({ language })
    await bob.goto('/home')
    await expect(bob.getByRole('figure', { name: t('dashboard.production.due') })).toBeVisible()
    await inspect({ page: bob, language, name: 'dashboard laboratory' })
    const fresh = await (await register('clinic', 'erin')).open({ language })
    await fresh.goto('/dashboard')
    await expect(fresh.getByText(t('common.count.cases', { count: 0 })).first()).toBeVisible()
    await inspect({ page: fresh, language, name: 'dashboard empty' })
  })

  test(`the board, saved views and calendar of a laboratory are accessible and fit the screen, ${language}`, async ({
    demo,
  }) => {
    test.slow()
    const bob = await demo('bob')
    const page = await bob.open({ language })
    for (const layout of ['day', 'status'] as const) {
      await page.goto(`/order/list?layout=${layout}`)
      await expect(page.getByText('Grace Whitfield')).toBeVisible()
      await inspect({ page, language, name: `board by ${layout}` })
    }
    await page.getByRole('button', { name: t('orders.views.save') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect({ page, language, name: 'dialog save view' })
    await page.goto('/order/list')
    await expect(page.getByText('Grace Whitfield')).toBeVisible()
    await page.getByRole('checkbox', { name: t('ui.table.selectAll') }).check()
    await page.getByRole('button', { name: t('orders.bulk.accept.button', { count: 2 }) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect({ page, language, name: 'dialog accept several', only: 'desktop' })
    await page.getByRole('button', { name: t('ui.cancel'), exact: true }).click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: t('orders.keys.title') })).toBeVisible()
    await inspect({ page, language, name: 'dialog keys', only: 'desktop' })
    await page.goto('/myinfo/organization')
    await page.getByRole('button', { name: t('delivery.addClosure') }).click()
    await expect(page.getByLabel(t('delivery.from'))).toBeVisible()
    await inspect({ page, language, name: 'calendar' })
  })
}
