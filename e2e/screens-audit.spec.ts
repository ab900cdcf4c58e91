import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { inspect, inspectedLanguages, type Texts, textsOf } from './inspect.ts'
import { type Person, test } from './people.ts'
import { runSql } from './portal.ts'

/** Inserts a failed job into the queue. @returns the id of the job */
async function addFailedJob(): Promise<string> {
  const mail = {
    messageId: randomUUID(),
    to: 'nobody@brookside.example',
    subject: 'x',
    text: 'x',
    html: 'x',
    links: [],
  }
  const [job] = await runSql<{ id: string }>(
    `select id::text from graphile_worker.add_job('mail.send', $1::json, max_attempts => 1, run_at => now() + interval '1 day')`,
    [JSON.stringify(mail)],
  )
  await runSql(
    `update graphile_worker._private_jobs set attempts = 1, updated_at = now(),
      last_error = 'Can’t send mail - all recipients were rejected: 550 5.1.1 <nobody@brookside.example>' where id = $1`,
    [job?.id],
  )
  return job?.id ?? ''
}

const createCase = async (person: Person) =>
  await person.client.call('orders.create', {
    body: { type: 0, patientName: 'Una Audited', doctor: 'Dr Vera' } as never,
  })

for (const language of inspectedLanguages) {
  const t: Texts = textsOf(language)

  test(`the audit log is accessible and fits the screen, ${language}`, async ({ demo, register }) => {
    test.slow()
    const vera = await register('clinic', 'vera')
    const root = await demo('root')
    const { id: orderId, number: object } = await createCase(vera)

    const page = await root.open({ language })
    const see = (name: string, only?: 'desktop' | 'phone') =>
      inspect({ page, language, name, ...(only ? { only } : {}) })
    await page.goto(`/order/detail/${orderId}`)
    await page.getByRole('link', { name: t('orders.whoLooked') }).click()
    await expect(page).toHaveURL(new RegExp(`/manage/audit\\?object=${orderId}`))
    const table = page.getByRole('table', { name: t('audit.list') })
    const looked = table
      .getByRole('row')
      .filter({ hasText: t('audit.sentences.orders.get', { actor: root.name, object }) })
    await expect(looked.first()).toContainText(t('audit.platformStaff'))
    await see('audit of a case')
    await looked.first().click()
    const dialog = page.getByRole('dialog', {
      name: t('audit.sentences.orders.get', { actor: root.name, object }),
    })
    await expect(dialog.getByText(vera.organizationName)).toBeVisible()
    await see('audit row')
    await dialog.getByRole('button', { name: t('audit.onlyPerson') }).click()
    await expect(page).toHaveURL(/account=/)
    await page.getByRole('button', { name: t('audit.filter.exact') }).click()
    await page.getByRole('dialog').getByLabel(t('audit.filter.exactLabel')).fill('12345')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('audit.filter.find') })
      .click()
    await expect(page.getByText(t('audit.filter.exactWrong'))).toBeVisible()
    await see('audit find')
    await page.getByRole('dialog').getByLabel(t('audit.filter.exactLabel')).fill(randomUUID())
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('audit.empty.title'))).toBeVisible()
    await see('audit empty')
    await page.getByRole('button', { name: t('audit.empty.all') }).click()
    await expect(page).not.toHaveURL(/object=|account=/)
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await page.getByLabel(t('audit.column.action'), { exact: true }).selectOption('orders.create')
    await expect(page).toHaveURL(/action=orders\.create/)
    await page.getByRole('button', { name: t('audit.seals.check') }).click()
    const seals = page.getByRole('region', { name: t('audit.seals.label') })
    await expect(seals.locator('time')).toBeVisible()
    await see('audit')
    await page.getByRole('button', { name: t('audit.filter.exact') }).click()
    const find = page.getByRole('dialog')
    await find.getByLabel(t('audit.filter.exactKind')).selectOption('organization')
    await find.getByRole('combobox', { name: t('common.label.organization') }).fill(vera.organizationName)
    await page.getByRole('option', { name: vera.organizationName }).click()
    await find.getByRole('button', { name: t('audit.filter.find') }).click()
    await expect(page).toHaveURL(new RegExp(`organization=${vera.organizationId}`))
    // Cases of other organizations are created at any time.
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('row').nth(1)).toContainText(
      t('audit.sentences.orders.create', { actor: vera.name, object }),
    )
    const broken = {
      sealedTo: '9000',
      sealedAt: null,
      waiting: 0,
      checkedAt: '2026-11-20T03:11:00.000Z',
      checkedTo: '9000',
    }
    const data = { ...broken, brokenFrom: '401', brokenTo: '460' }
    await page.route('**/restful/audit/seals', (route) =>
      route.fulfill({ json: { code: 0, message: '', data } }),
    )
    await page.goto('/manage/audit')
    await expect(page.getByRole('alert')).toContainText('460')
    await see('audit with a broken seal', 'desktop')
    await page.route('**/restful/audit/list', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/manage/audit')
    await expect(page.getByText(t('ui.error.title')).first()).toBeVisible()
    await see('audit failed')

    const own = await vera.open({ language })
    await own.goto('/organization/audit')
    const theirs = own
      .getByRole('row')
      .filter({ hasText: t('audit.sentences.orders.get', { actor: t('audit.platformStaff'), object }) })
    await expect(theirs.first()).toBeVisible()
    await expect(own.getByText(root.name)).toHaveCount(0)
    await inspect({ page: own, language, name: 'audit of an organization' })
    const download = own.waitForEvent('download')
    await own.getByRole('button', { name: t('audit.export') }).click()
    const csv = readFileSync((await (await download).path()) ?? '', 'utf8')
    expect(csv).toContain('orders.get')
    expect(csv).not.toContain('Una Audited')
  })

  test(`the screens of health and failed jobs are accessible and fit the screen, ${language}`, async ({
    demo,
  }) => {
    test.slow()
    const page = await (await demo('root')).open({ language })
    const see = (name: string, only?: 'desktop' | 'phone') =>
      inspect({ page, language, name, ...(only ? { only } : {}) })
    const [retried, dropped] = [await addFailedJob(), await addFailedJob()]
    await page.goto('/manage/health')
    await expect(page.getByRole('heading', { name: t('health.database.title') })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: t('health.all.warning') })).toBeVisible()
    await expect(page.locator('main dd:empty')).toHaveCount(0)
    await see('health')
    await page.getByRole('link', { name: t('screens.jobs') }).click()
    const rowOf = (id: string) =>
      page.getByRole('row').filter({
        has: page.getByRole('button', { name: new RegExp(`\\D${id}$`) }),
      })
    await expect(rowOf(retried)).toContainText(t('health.jobs.failure.refused'))
    await see('failed jobs')
    const press = async (id: string, action: 'retry' | 'drop') => {
      await rowOf(id).getByRole('button').click()
      await page.getByRole('menuitem', { name: t(`health.jobs.${action}`) }).click()
    }
    await press(retried, 'retry')
    await expect(page.getByText(t('health.jobs.retried'))).toBeVisible()
    await press(dropped, 'drop')
    await expect(page.getByRole('dialog')).toBeVisible()
    await see('dialog drop job')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('health.jobs.drop'), exact: true })
      .click()
    await expect(rowOf(dropped)).toHaveCount(0)
    await expect(rowOf(retried)).toHaveCount(0)
    await page.goto('/manage/jobs?state=retrying')
    await expect(page.getByText(t('health.jobs.emptyFiltered'))).toBeVisible()
    await see('failed jobs none')
    await page.route('**/restful/manage/**', (route) => route.fulfill({ status: 503, body: '' }))
    for (const path of ['/manage/jobs', '/manage/health']) {
      await page.goto(path)
      await expect(page.getByText(t('ui.error.title')).first()).toBeVisible()
      await see(`${path} failed`, 'desktop')
    }
  })
}
