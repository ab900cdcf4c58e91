import { expect, type Page } from '@playwright/test'
import { openWebhookReceiver } from '../apps/server/src/test/webhook-receiver.ts'
import { becomePartners, sendCase } from './cases.ts'
import { inspect, inspectedLanguages, type Texts, textsOf } from './inspect.ts'
import { type Person, test, unique } from './people.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, label: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Selects every kind of setting in the dialog, and inspects the fields of SFTP. */
async function lookAtKinds(page: Page, t: Texts, see: (name: string) => Promise<void>): Promise<void> {
  const dialog = dialogOf(page)
  for (const kind of ['sftp', 's3', 'folder', 'webhook'] as const) {
    await dialog.getByLabel(t('transfers.kind.label')).selectOption(kind)
    await expect(dialog.getByRole('textbox', { name: t('transfers.place.bucket.s3') })).toHaveCount(
      kind === 's3' ? 1 : 0,
    )
    if (kind === 'sftp') await see('push setting by sftp')
  }
}

const labCount = 8

/** Creates laboratories with a common word in their names. @returns the word */
async function createLabs(root: Person): Promise<string> {
  const word = `Kiln${unique()}`
  for (let n = 1; n <= labCount; n++) {
    const name = `${word} ${n}`
    const email = `${word}-${n}@kiln.example`
    const body = { businessType: 2 as const, organizationName: name, name, email }
    await root.client.call('organizations.createWithAccount', { body })
  }
  return word
}

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`push settings and their deliveries are accessible and fit the screen, ${language}`, async ({
    demo,
    register,
  }) => {
    test.slow()
    const receiver = await openWebhookReceiver()
    const root = await demo('root')
    const [clinic, lab] = [await register('clinic', 'pia'), await register('lab', 'paul')]
    await becomePartners(clinic, lab)
    const name = `Kiln ${unique()}`
    const page = await root.open({ language })
    const see = (what: string) => inspect({ page, language, name: what })
    const dialog = dialogOf(page)
    const menu = t('common.label.actionsFor', { name })
    const row = page.getByRole('row').filter({ hasText: name })

    await page.goto(`/manage/push?words=${unique()}`)
    await expect(page.getByText(t('transfers.none'))).toBeVisible()
    await see('no push setting matches')
    await page.getByRole('button', { name: t('common.do.showAll') }).click()

    await page
      .getByRole('button', { name: t('transfers.push.create') })
      .first()
      .click()
    await lookAtKinds(page, t, see)
    await dialog.getByRole('button', { name: t('transfers.createSetting') }).click()
    await expect(dialog.getByText(t('fields.required')).first()).toBeVisible()
    await see('new push setting with errors')
    await dialog.getByRole('textbox', { name: t('common.label.name') }).fill(name)
    await dialog.getByRole('textbox', { name: t('transfers.place.address.webhook') }).fill(receiver.address)
    const secret = dialog.getByLabel(t('transfers.place.password.webhook'), { exact: true })
    await dialog.getByRole('button', { name: t('transfers.place.makeSecret') }).click()
    await expect(secret).toHaveValue(/^whsec_.{44}$/)
    await secret.fill(receiver.secret)
    await dialog.getByRole('checkbox', { name: t('order.timeline.recall'), exact: true }).uncheck()
    await dialog.getByRole('button', { name: t('transfers.createSetting') }).click()
    await expect(page.getByText(t('transfers.push.dialog.created', { name }))).toBeVisible()

    await choose(page, menu, t('transfers.push.do.users'))
    const users = dialog.getByRole('combobox', { name: t('transfers.push.assign.label') })
    // The list scrolls, because it has more entries than it can show.
    await users.fill(await createLabs(root))
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(labCount)
    await users.press('ArrowDown')
    await see('who uses a push setting, its list open')
    await users.fill(lab.organizationName)
    await page.getByRole('option', { name: lab.organizationName }).click()
    await users.press('Tab')
    await expect(page.getByRole('listbox')).toBeHidden()
    await see('who uses a push setting')
    await dialog.getByRole('button', { name: t('common.do.save') }).click()
    await expect(row).toContainText(lab.organizationName)

    await choose(page, menu, t('transfers.push.do.test'))
    await expect(dialog.getByText(t('transfers.push.test.good'))).toBeVisible()
    await see('test of a push setting')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(receiver.received().map(({ type }) => type)).toEqual(['pontic.test'])

    receiver.answerWith(500, 'Our database is away.')
    const order = await sendCase(clinic, lab, 'Maria Kestrel')
    await expect.poll(() => receiver.received().length).toBeGreaterThanOrEqual(2)
    await see('push settings')
    await choose(page, menu, t('transfers.push.do.log'))
    const delivery = t('transfers.log.row', { event: t('order.timeline.send'), number: order.number })
    const logged = page.getByRole('row').filter({ hasText: delivery })
    await expect(logged).toContainText('500')
    await see('deliveries')
    await logged.getByText(delivery).click()
    await expect(dialog.getByText('Our database is away.').first()).toBeVisible()
    await see('a delivery with its answers')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    // The receiver works again, and the delivery is sent again with the same id.
    receiver.answerWith(200)
    await choose(page, t('transfers.log.actionsFor', { name: delivery }), t('transfers.log.do.replay'))
    await expect(page.getByText(t('transfers.log.replayed', { count: 1 }))).toBeVisible()
    await expect(logged).toContainText(t('transfers.state.delivered'))
    const ids = receiver
      .received()
      .slice(1)
      .map(({ id }) => id)
    // The automatic next attempt may have happened meanwhile. All attempts have the same id.
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
    await page.getByRole('button', { name: t('common.label.status'), exact: true }).click()
    await page
      .getByRole('menuitemradio', { name: t('transfers.state.failed') })
      .or(page.getByRole('menuitem', { name: t('transfers.state.failed') }))
      .click()
    await expect(page.getByText(t('transfers.log.none'))).toBeVisible()
    await see('no delivery matches')

    await page.goto(`/manage/push?words=${encodeURIComponent(name)}`)
    await choose(page, menu, t('common.do.delete'))
    await expect(dialog).toContainText(name)
    await see('deleting a push setting')
    await dialog.getByRole('button', { name: t('transfers.deleteSetting') }).click()
    await expect(row).toBeHidden()
    await page.goto(`/manage/push?words=${encodeURIComponent(name)}&shows=deleted`)
    await choose(page, menu, t('common.do.restore'))
    await expect(page.getByText(t('transfers.restored', { name }))).toBeVisible()
    await page.route('**/restful/push/**', (route) => route.fulfill({ status: 503, body: '' }))
    for (const path of ['/manage/push', '/manage/push/deliveries']) {
      await page.goto(path)
      await expect(page.getByText(t('ui.error.title')).first()).toBeVisible()
      await inspect({ page, language, name: `${path} failed`, only: 'desktop' })
    }
    await receiver.close()
  })
}
