import { expect, type Page } from '@playwright/test'
import { languages } from '@pontic/contract'
import { languageNames, tagOf } from '@pontic/messages'
import { becomePartners, smallJaws } from './cases.ts'
import { isLong } from './full-run.ts'
import { mouse as hand } from './hands.ts'
import { textsOf } from './inspect.ts'
import { test } from './people.ts'
import { expectStatus } from './story.ts'

/**
 * Languages of different scripts. `npm test` plays the story in Kazakh, for which Chromium has no data, and in Japanese, which has no
 * spaces between words. The full run plays it in all of them.
 */
const storyLanguages = [
  'kk_KZ',
  'ja_JP',
  ...(isLong ? (['ko_KR', 'el_GR', 'zh_TW', 'pl_PL'] as const) : []),
] as const

for (const language of storyLanguages) {
  const t = textsOf(language)
  const exact = (key: Parameters<typeof t>[0]) => ({ name: t(key), exact: true })

  test(`a case goes from sign-in to shipped in ${languageNames[language]}`, async ({
    register,
    openPage,
  }) => {
    test.slow()
    const clinic = await register('clinic', 'alice')
    const lab = await register('lab', 'bob')
    await becomePartners(clinic, lab)
    const signIn = async ({ email, password }: typeof clinic) => {
      const page = await openPage({ language })
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('lang', tagOf(language))
      await hand.write(page.getByRole('textbox', { name: t('common.label.email') }), email)
      await hand.write(page.getByRole('textbox', exact('common.label.password')), password)
      await hand.press(page.getByRole('button', exact('screens.login')))
      return page
    }
    const page = await signIn(clinic)
    const labPage = await signIn(lab)
    await expect(labPage.getByText(t('orders.empty.lab'))).toBeVisible()

    const main = page.getByRole('navigation', { name: t('shell.menu') })
    await hand.press(main.getByRole('link', exact('screens.orders')))
    await hand.press(
      page
        .getByRole('main')
        .getByRole('button', { name: t('orders.newCase') })
        .first(),
    )
    const dialog = page.getByRole('dialog', { name: t('orders.newCase') })
    await hand.write(dialog.getByRole('textbox', { name: t('common.label.patient') }), 'Henrietta Quimby')
    await hand.give(dialog.getByRole('button', { name: t('files.choose') }), smallJaws())
    const roleOf = (name: string) => dialog.getByRole('combobox', { name: t('files.roleOf', { name }) })
    await expect(roleOf('upper.stl')).toHaveValue('upper')
    await hand.pick(dialog.getByRole('combobox', { name: t('common.label.lab') }), lab.organizationName)
    await hand.press(dialog.getByRole('button', { name: t('prescription.next') }))
    await hand.chooseTooth(dialog.getByRole('listbox', { name: t('prescription.chart') }), '36')
    const choices = { work: 'prescription.works.crown', material: 'prescription.materials.zirconia' } as const
    for (const [field, option] of Object.entries(choices)) {
      const list = dialog.getByRole('combobox', exact(`prescription.fields.${field as 'work'}`))
      await hand.select(list, t(option))
    }
    await hand.select(dialog.getByRole('combobox', exact('prescription.fields.shade')), 'A2')
    const send = t('orders.send.confirmTo', { lab: lab.organizationName })
    await hand.press(dialog.getByRole('button', { name: send }))
    await expect(page).toHaveURL(/\/order\/detail\//)
    await expectStatus(page, t('order.status.pending'))

    const row = labPage.getByRole('row').filter({ hasText: 'Henrietta Quimby' })
    await hand.press(row.getByRole('link'))
    await expectStatus(labPage, t('order.status.pending'))
    await hand.press(labPage.getByRole('button', exact('order.action.accept')))
    const accept = labPage.getByRole('dialog')
    await hand.setDay(accept.getByLabel(t('orders.columns.deliveryOn')), '2031-04-11')
    await hand.press(accept.locator('[type=submit]'))
    await expectStatus(page, t('order.status.accepted'))
    await hand.press(labPage.getByRole('button', exact('order.action.ship')))
    const ship = labPage.getByRole('dialog')
    await hand.write(
      ship.getByRole('textbox', { name: t('orders.columns.expressNumber') }),
      '1Z999AA10123456784',
    )
    await hand.press(ship.getByRole('button', { name: t('orders.ship.confirm') }))
    await expectStatus(page, t('order.status.shipped'))
    await expect(
      page
        .getByRole('list', { name: t('orders.timeline') })
        .locator('.timeline-title')
        .first(),
    ).toHaveText(t('order.timeline.ship'))
  })
}

/** Chooses a language in the foot of the page, which changes the texts without a reload. */
async function chooseLanguage(page: Page, language: (typeof languages)[number]): Promise<void> {
  const list = page.getByRole('contentinfo').getByRole('combobox')
  if ((await list.inputValue()) !== language) await list.selectOption(language)
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(tagOf(language))
}

test('dates and plural forms are right in every language, and the page is not reloaded', async ({
  register,
}) => {
  test.slow()
  const clinic = await register('clinic', 'alice')
  for (const number of [1, 2, 3, 4, 5])
    await clinic.client.call('orders.create', {
      body: { type: 0, patientName: `Patient ${number}`, deliveryOn: '2031-04-09' },
    })
  const page = await clinic.open()
  await page.goto('/order/list')
  const rows = page.getByRole('row').filter({ hasText: /Patient \d/ })
  await expect(rows).toHaveCount(5)
  for (const row of await rows.all()) await row.getByRole('checkbox').check()
  await page.evaluate(() => void Object.assign(window, { isSamePage: true }))
  const noon = new Date('2031-04-09T12:00:00Z')
  for (const count of [5, 2, 1]) {
    while ((await rows.getByRole('checkbox', { checked: true }).count()) > count)
      await rows.getByRole('checkbox', { checked: true }).first().uncheck()
    for (const language of languages) {
      await chooseLanguage(page, language)
      const selected = textsOf(language)('ui.table.selected', { count })
      await expect(page.getByText(selected, { exact: true }), language).toBeVisible()
      const day = new Intl.DateTimeFormat(tagOf(language), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }).format(noon)
      await expect(rows.first(), language).toContainText(day)
    }
  }
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a visitor whose browser has another language is offered it in one line, in that language', async ({
  openPage,
}) => {
  const page = await openPage({ locale: 'de-AT' })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('en_US')('session.signInTitle'))
  await page.getByRole('button', { name: 'Pontic auf Deutsch verwenden' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('de_DE')('session.signInTitle'))
  await expect(page.getByRole('button', { name: 'Pontic auf Deutsch verwenden' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('de_DE')('session.signInTitle'))

  const other = await openPage({ locale: 'fr-FR' })
  await other.goto('/login')
  const offer = other.getByRole('button', { name: 'Utiliser Pontic en français' })
  await expect(offer).toBeVisible()
  await other.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(offer).toBeHidden()
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(textsOf('en_US')('session.signInTitle'))
  await expect(offer).toBeHidden()
})
