import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type Language, type OrderStatus, orderStatuses, orderTypes } from '@pontic/contract'
import { createCase, smallScan } from './cases.ts'
import { dropFiles } from './drop.ts'
import { inspect, inspectedLanguages, type Texts, textsOf, type View } from './inspect.ts'
import { openInside } from './navigation.ts'
import { type Person, test } from './people.ts'
import { blockScans } from './viewer.ts'

/** Returns functions for the frequent steps of a test on a page. `see` inspects a state of the page. */
function helpersOf(page: Page, language: Language, t: Texts) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    see: (name: string, only?: NonNullable<View['only']>) =>
      inspect({ page, language, name, ...(only ? { only } : {}) }),
    shows: (text: string) => expect(page.getByText(text).first()).toBeVisible(),
    press: (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click(),
    cancel: async () => {
      await dialog.getByRole('button', { name: t('ui.cancel') }).click()
      await expect(dialog).toBeHidden()
    },
  }
}

const idOf = async (person: Person, status: OrderStatus) =>
  (await person.client.call('orders.list', { body: { status } as never })).list[0]!.id

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the case list of a clinic is accessible and fits the screen, ${language}`, async ({
    demo,
    register,
  }) => {
    test.slow()
    const alice = await demo('alice')
    const page = await alice.open({ language })
    const { see, shows, press, dialog } = helpersOf(page, language, t)
    await page.goto('/order/list')
    await shows('Priya Raman')
    await see('list')
    await press(t('common.label.type'))
    await expect(page.getByRole('menu')).toBeVisible()
    await see('list filter menu')
    await page.keyboard.press('Escape')
    await press(t('orders.columns.deliveryOn'))
    await expect(page.getByLabel(t('ui.filter.from'), { exact: true })).toBeVisible()
    await see('list day filter', 'desktop')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await press(t('orders.columns.deliveryOn'))
    await expect(page.getByLabel(t('ui.filter.from'), { exact: true })).toBeVisible()
    await see('list day filter', 'phone')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press(t('ui.table.columns'))
    await expect(page.getByRole('dialog', { name: t('ui.table.columns') })).toBeVisible()
    await see('list columns', 'desktop')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('row').nth(2).getByRole('button').last().click()
    await expect(page.getByRole('menu')).toBeVisible()
    await see('list row menu', 'desktop')
    await page.goto('/order/list?status=accepted&type=0')
    await shows('Tomasz Zieliński')
    await see('list filtered')
    await page.goto('/order/list?words=nobody+has+this+name')
    await shows(t('orders.empty.nothingFound'))
    await see('list nothing found')
    await page.route('**/restful/orders/list', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/order/list')
    await shows(t('ui.error.title'))
    await see('list failed')

    const erin = await register('clinic', 'erin')
    const fresh = await erin.open({ language })
    const freshHelpers = helpersOf(fresh, language, t)
    await fresh.goto('/order/list')
    await freshHelpers.shows(t('orders.empty.clinic'))
    await freshHelpers.see('list empty')
    await page.unrouteAll()
    await page.goto('/order/list?new=case')
    await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toBeVisible()
    await see('new case')
    await dialog.getByRole('combobox', { name: t('common.label.lab') }).click()
    await expect(page.locator('[role=option]:visible').first()).toBeVisible()
    await see('new case choosing a lab')
    await page.locator('[role=option]:visible').first().click()
    // A file that can be uploaded would register a case among the demo data.
    const empty = { name: 'empty.stl', bytes: Buffer.alloc(0), type: 'model/stl' }
    await dropFiles(page, dialog.getByRole('button', { name: t('files.choose') }), [empty])
    await dialog.getByRole('button', { name: t('prescription.next') }).click()
    await expect(dialog.getByText(t('fields.required'))).toBeVisible()
    await see('new case with errors')
    await dialog.getByRole('textbox', { name: t('common.label.patient') }).fill('Nora Quist')
    for (const type of Object.values(orderTypes)) {
      await dialog.getByRole('button', { name: t('prescription.stepCase') }).click()
      await dialog.getByRole('radio', { name: t(`order.type.${type}`), exact: true }).check({ force: true })
      await dialog.getByRole('button', { name: t('prescription.next') }).click()
      await see(`new case prescription ${type}`)
    }
    await press(t('ui.cancel'))
    const question = page.getByRole('dialog', { name: t('orders.drafts.question') })
    await expect(question).toBeVisible()
    await see('new case question')
    await question.getByRole('button', { name: t('orders.drafts.keep') }).click()
    await expect(dialog).toHaveCount(0)
    await page.goto('/order/list?view=drafts')
    await shows('Nora Quist')
    await see('list drafts')
    await press(t('orders.drafts.open', { patient: 'Nora Quist' }))
    await expect(dialog).toBeVisible()
    await page.reload()
    await press(t('common.do.back'))
    await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toHaveValue('Nora Quist')
    await see('new case from a draft')
    await press(t('ui.cancel'))
    await question.getByRole('button', { name: t('orders.drafts.discard') }).click()
    await shows(t('orders.drafts.noneText'))
    await see('list drafts empty')
  })

  test(`the case of a clinic is accessible and fits the screen in each status, ${language}`, async ({
    demo,
  }) => {
    test.slow()
    const alice = await demo('alice')
    const page = await alice.open({ language })
    const { see, shows, press, dialog, cancel } = helpersOf(page, language, t)
    await blockScans(page)
    const open = async (status: OrderStatus) => {
      await openInside(page, `/order/detail/${await idOf(alice, status)}`)
      await expect(page.getByTestId('case-status')).toContainText(t(`order.status.${status}`))
    }
    for (const status of orderStatuses) {
      await open(status)
      await see(`case ${status}`)
    }
    const dialogs: [OrderStatus, string][] = [
      ['scanned', t('order.action.declareNoScans')],
      ['uploaded', t('order.action.send')],
      ['uploaded', t('order.action.edit')],
      ['uploaded', t('order.action.prescribe')],
      ['uploaded', t('order.action.remark')],
      ['uploaded', t('order.action.discard')],
      ['uploaded', t('files.share')],
      ['pending', t('order.action.recall')],
      ['accepted', t('order.action.complete')],
      ['shipped', t('order.action.complete')],
    ]
    let shown: OrderStatus | undefined
    for (const [status, action] of dialogs) {
      if (status !== shown) await open(status)
      shown = status
      await press(action)
      await expect(dialog).toBeVisible()
      await see(`dialog ${action} ${status}`)
      await cancel()
    }
    await openInside(page, `/order/detail/${randomUUID()}`)
    await shows(t('errors.order.not_found'))
    await see('case not found')
  })

  test(`uploads, scans and links of a case are accessible and fit the screen, ${language}`, async ({
    demo,
    register,
    openPage,
  }) => {
    test.slow()
    const alice = await demo('alice')
    const page = await alice.open({ language })
    const { see, press } = helpersOf(page, language, t)
    const id = await idOf(alice, 'completed')
    await page.goto(`/order/detail/${id}`)
    await expect(page.getByTestId('viewer-readout')).toBeVisible()
    await see('case in 3D')
    await press(t('viewer.tools.layers'))
    await expect(page.getByRole('heading', { name: t('common.label.scans') })).toBeVisible()
    await see('case layers')
    await page.locator('canvas').focus()
    await page.keyboard.press('?')
    await expect(page.getByText(t('viewer.keys.lead'))).toBeVisible()
    await see('case keys')
    const link = await alice.client.call('previews.createLink', { body: { id, days: 1 } })
    const guest = await openPage({ language })
    await guest.goto(link.url)
    await expect(guest.getByTestId('viewer-readout')).toBeVisible()
    await helpersOf(guest, language, t).see('preview')

    const erin = await register('clinic', 'erin')
    const { id: own } = await createCase(erin, 'Upload Patient')
    const erinPage = await erin.open({ language })
    const helpers = helpersOf(erinPage, language, t)
    await erinPage.route('**/restful/uploads/*', (route) => route.abort())
    await erinPage.goto(`/order/detail/${own}`)
    await dropFiles(erinPage, erinPage.getByRole('button', { name: t('files.add') }), [smallScan()])
    await expect(
      erinPage.getByRole('button', { name: t('files.resumeNamed', { name: 'attachment.stl' }) }).first(),
    ).toBeVisible()
    await helpers.see('upload without a connection')
    await erinPage.locator('.tray-toggle').click()
    await helpers.see('upload tray')
  })

  test(`the partners of a clinic are accessible and fit the screen, ${language}`, async ({
    demo,
    register,
  }) => {
    test.slow()
    const [erin, alice] = [await register('clinic', 'erin'), await demo('alice')]
    const lab = await register('lab', 'harbour')
    const page = await erin.open({ language })
    const { see, shows, dialog } = helpersOf(page, language, t)
    await page.goto('/followcard/list')
    await shows(t('partners.beginLab'))
    await see('partner search')
    await page.getByRole('searchbox').fill('x')
    await shows(t('fields.two_characters'))
    await see('partner search too short')
    await page.getByRole('searchbox').fill('nobody has this name')
    await shows(t('partners.noMatch'))
    await see('partner search without a match')
    await page.getByRole('searchbox').fill(lab.organizationName)
    await page
      .getByRole('button', { name: t('partner.action.apply') })
      .first()
      .click()
    await expect(dialog).toBeVisible()
    await see('partner apply')
    await dialog
      .getByRole('button', { name: t('partners.apply.title', { name: lab.organizationName }) })
      .click()
    await shows(t('partner.relation.applied'))
    await see('partner search applied')
    await page.goto('/followcard/list?tab=applications')
    await shows(t('partners.made'))
    await see('partner applications')
    await page.goto('/followcard/list?tab=partners')
    await shows(t('partners.noPartners'))
    await see('partners none')

    const alicePage = await alice.open({ language })
    const helpers = helpersOf(alicePage, language, t)
    await alicePage.goto('/followcard/list?tab=partners')
    await helpers.shows('Northlight Dental Lab')
    await helpers.see('partners')
    await alicePage
      .getByRole('button', { name: t('partner.action.remove') })
      .first()
      .click()
    await expect(helpers.dialog).toBeVisible()
    await helpers.see('partner end')
    await helpers.cancel()
    await alicePage.goto('/followcard/list?tab=applications')
    await helpers.shows(t('partners.noApplications'))
    await helpers.see('partner applications none')
  })
}
