import { expect } from '@playwright/test'
import type { OrderStatus } from '@pontic/contract'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { openInside } from './navigation.ts'
import { test } from './people.ts'
import { blockScans } from './viewer.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the screens of a laboratory are accessible and fit the screen, ${language}`, async ({
    demo,
    register,
  }) => {
    test.slow()
    const bob = await demo('bob')
    const page = await bob.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const dialog = page.getByRole('dialog')
    const press = (name: string) =>
      page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
    const cancel = async () => {
      await dialog.getByRole('button', { name: t('ui.cancel') }).click()
      await expect(dialog).toBeHidden()
    }
    await blockScans(page)
    const open = async (status: OrderStatus) => {
      const { list } = await bob.client.call('orders.list', { body: { status } as never })
      // A case whose design is in review cannot be shipped.
      const { id } = list.find(({ reviewState }) => reviewState !== 'requested')!
      await openInside(page, `/order/detail/${id}`)
      await expect(page.getByTestId('case-status')).toContainText(t(`order.status.${status}`))
    }
    await page.goto('/order/list')
    await expect(page.getByText('Grace Whitfield')).toBeVisible()
    await see('lab list')
    await open('pending')
    await see('lab case pending')
    await press(t('order.action.accept'))
    await expect(dialog).toBeVisible()
    await see('dialog accept')
    await cancel()
    await press(t('order.action.reject'))
    await dialog.getByRole('button', { name: t('orders.reject.confirm') }).click()
    await expect(dialog.getByText(t('fields.required')).first()).toBeVisible()
    await see('dialog reject with errors')
    await cancel()
    await open('accepted')
    await see('lab case accepted')
    await press(t('order.action.ship'))
    await dialog.getByRole('textbox').first().fill('short')
    await dialog.getByRole('button', { name: t('orders.ship.confirm') }).click()
    await expect(dialog.getByText(t('fields.express_number'))).toBeVisible()
    await see('dialog ship with an error')
    await dialog.getByRole('textbox').first().fill('')
    await dialog.getByRole('button', { name: t('orders.ship.confirm') }).click()
    await expect(dialog.getByText(t('orders.ship.without'))).toBeVisible()
    await see('dialog ship without a number')
    await cancel()
    for (const status of ['shipped', 'completed', 'rejected'] as const) {
      await open(status)
      await see(`lab case ${status}`)
    }

    const carol = await register('lab', 'carol')
    const clinic = await register('clinic', 'erin')
    await clinic.client.call('partners.apply', {
      body: { organizationId: carol.organizationId, message: 'Implants and bridges, about ten a week.' },
    })
    const carolPage = await carol.open({ language })
    await carolPage.goto('/order/list')
    await expect(carolPage.getByText(t('orders.empty.lab'))).toBeVisible()
    await inspect({ page: carolPage, language, name: 'lab list empty' })
    await carolPage.goto('/followcard/list')
    await expect(carolPage.getByText('Implants and bridges')).toBeVisible()
    await inspect({ page: carolPage, language, name: 'lab applications' })
    await carolPage.getByRole('button', { name: t('partner.action.refuse') }).click()
    await expect(carolPage.getByRole('dialog')).toBeVisible()
    await inspect({ page: carolPage, language, name: 'dialog refuse' })
  })
}
