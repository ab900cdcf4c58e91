import { expect } from '@playwright/test'
import { becomePartners, createCase, sendCase, sendTo, smallScan, uploadFile } from './cases.ts'
import { createPhoto } from './drop.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'
import { blockScans } from './viewer.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`conversations, remakes and discarded cases are accessible and fit the screen, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
    await becomePartners(clinic, lab)
    const { id } = await sendCase(clinic, lab, 'Henrietta Quimby')
    await lab.client.call('orders.accept', { body: { id, deliveryOn: '2030-03-15' } })
    const page = await clinic.open({ language })
    const dialog = page.getByRole('dialog')
    const see = (name: string) => inspect({ page, language, name })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    await page.goto(`/order/detail/${id}`)
    await expect(page.getByRole('heading', { name: t('common.label.conversation') })).toBeVisible()
    await see('conversation, nothing yet')
    await press(t('conversation.ask'))
    await expect(dialog).toBeVisible()
    await press(t('conversation.question.confirm', { other: lab.organizationName }))
    await expect(dialog.getByText(t('fields.required'))).toHaveCount(2)
    await see('question dialog with errors')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const question = { orderId: id, reason: 'shade_missing', text: 'Which shade for 16?' } as const
    const { id: questionId } = await lab.client.call('conversation.ask', { body: question })
    await expect(page.getByText(t('conversation.banner.answer'))).toBeVisible()
    await see('question to answer')
    const other = await sendCase(clinic, lab, 'Unread Case')
    await lab.client.call('conversation.post', { body: { orderId: other.id, text: 'Hello' } })
    await page.goto('/order/list')
    await expect(page.getByText(t('orders.marks.unread', { count: 1 }))).toBeAttached()
    await see('list with a question')
    await page.goto(`/order/detail/${id}`)
    const { bytes } = await createPhoto(page)
    const image = await clinic.client.call('images.create', {
      params: { purpose: 'message' },
      body: new Blob([new Uint8Array(bytes)]),
    })
    const answer = { questionId, text: 'A3', imageIds: [image.id] }
    await clinic.client.call('conversation.answer', { body: answer })
    await expect(page.getByRole('log').getByRole('img')).toBeVisible()
    await see('conversation')
    await page.getByRole('log').getByRole('button').last().click()
    await expect(dialog.locator('img')).toBeVisible()
    await see('photo')
    await page.keyboard.press('Escape')
    await clinic.client.call('orders.complete', { body: { id, arrivedUnshipped: true } })
    await press(t('order.action.remake'))
    await expect(dialog).toBeVisible()
    await see('remake dialog')
    await page.keyboard.press('Escape')
    const remake = await clinic.client.call('orders.remake', { params: { id }, body: { cause: 'scan' } })
    await expect(page.getByText(t('remakes.section.remade', { number: remake.number }))).toBeVisible()
    await see('remakes')
    await page.goto(`/organization/profile/${lab.organizationId}`)
    await expect(page.getByRole('table')).toBeVisible()
    await see('figures of remakes')
    await page.goto('/order/discarded')
    await expect(page.getByText(t('discarded.empty.title'))).toBeVisible()
    await see('nothing discarded')
    const gone = await createCase(clinic, 'Gone')
    await clinic.client.call('orders.discard', { params: { id: gone.id } })
    await expect(page.getByText('Gone', { exact: true })).toBeVisible()
    await see('discarded cases')
  })

  test(`the dialog for releasing files is accessible and fits the screen, ${language}`, async ({
    register,
  }) => {
    const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
    await becomePartners(clinic, lab)
    const { id } = await createCase(clinic, 'Henrietta Quimby')
    await uploadFile(clinic, id, smallScan())
    await sendTo(lab, clinic, id)
    await lab.client.call('orders.accept', { body: { id, deliveryOn: '2030-03-15' } })
    await clinic.client.call('orders.complete', { body: { id, arrivedUnshipped: true } })
    const page = await clinic.open({ language })
    await blockScans(page)
    await page.goto(`/order/detail/${id}`)
    // The line with the size appears once the scan is processed, and moves the button down.
    await expect(page.getByText('14 × 19 × 16 mm')).toBeVisible()
    await page.getByRole('button', { name: t('released.button') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect({ page, language, name: 'release dialog' })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('released.button') })
      .click()
    await expect(page.getByText(t('order.fileState.released'), { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('main').getByText(t('orders.stage.released.title')).first()).toBeVisible()
    await inspect({ page, language, name: 'released files' })
  })
}
