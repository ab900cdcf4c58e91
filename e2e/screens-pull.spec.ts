import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { inspect, inspectedLanguages, type Texts, textsOf } from './inspect.ts'
import { test, unique } from './people.ts'

const orders = join(import.meta.dirname, '..', 'demo', 'orders')
const fullDocument = readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')).toString()

/** Starts a web server that lists a complete document with its photos, and a truncated document. */
async function openFolder(): Promise<Server & { address: string }> {
  const names = [...fullDocument.matchAll(/([A-Z]{3}\.jpg)/g)].map(([name]) => name)
  const photo = readFileSync(join(import.meta.dirname, '..', 'docs/images/case.png'))
  const files = new Map<string, Buffer>([
    ['case-b.json', Buffer.from(fullDocument)],
    ['half.json', Buffer.from(fullDocument.slice(0, 900))],
    ...names.map((name) => [name, photo] as const),
  ])
  const list = [...files].map(([name, bytes]) => ({
    name,
    type: 'file',
    size: bytes.length,
    mtime: 'Mon, 02 Mar 2026 10:15:30 GMT',
  }))
  const server = createServer((request, response) => {
    const file = files.get(decodeURIComponent((request.url ?? '/').slice(1)))
    response.end(request.url === '/' ? JSON.stringify(list) : file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(server, { address: `http://127.0.0.1:${port}` })
}

async function press(page: Page, t: Texts, name: string, action: 'edit' | 'run' | 'log' | 'runs' | 'delete') {
  await page.getByRole('button', { name: t('common.label.actionsFor', { name }) }).click()
  const isShared = action === 'edit' || action === 'delete'
  const label = isShared ? t(`common.do.${action}`) : t(`transfers.pull.do.${action}`)
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

for (const language of inspectedLanguages) {
  const t: Texts = textsOf(language)

  test(`pull settings and found cases are accessible and fit the screen, ${language}`, async ({
    demo,
    register,
  }) => {
    test.slow()
    const vera = await register('clinic', 'vera')
    const page = await (await demo('root')).open({ language })
    const see = (name: string, only?: 'desktop' | 'phone') =>
      inspect({ page, language, name, ...(only ? { only } : {}) })
    const folder = await openFolder()
    const name = `Scanner ${unique()}`

    await page.goto('/manage/pull')
    await page
      .getByRole('button', { name: t('transfers.pull.create') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('transfers.createSetting') }).click()
    await expect(dialog.getByText(t('fields.required')).first()).toBeVisible()
    await see('dialog new pull setting')
    await dialog.getByRole('textbox', { name: t('common.label.name'), exact: true }).fill(name)
    await dialog.getByLabel(t('transfers.kind.label')).selectOption('https')
    await dialog.getByLabel(t('transfers.place.address.https')).fill(folder.address)
    await dialog.getByLabel(t('transfers.pull.dialog.interval')).fill('1000')
    await dialog.getByRole('combobox', { name: t('common.label.clinic') }).fill(vera.organizationName)
    await page.getByRole('option', { name: vera.organizationName }).click()
    await dialog.getByRole('button', { name: t('transfers.createSetting') }).click()
    await expect(page.getByText(t('common.createdName', { name }))).toBeVisible()
    await page.getByLabel(t('transfers.pull.search')).fill(name)
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(vera.organizationName)
    await expect(page).toHaveURL(/words=/)

    await press(page, t, name, 'run')
    await expect(page.getByText(t('transfers.pull.started', { name }))).toBeVisible()
    await see('pull settings')
    await press(page, t, name, 'log')
    await expect(page).toHaveURL(/\/manage\/pull\/found\?/)
    // A case is imported after two polls have found the same file. The second poll starts automatically.
    const taken = page.getByRole('row').filter({ hasText: 'case-b.json' })
    await expect(taken).toContainText(t('transfers.state.taken'), { timeout: 90_000 })
    const truncated = page.getByRole('row').filter({ hasText: 'half.json' })
    await expect(truncated).toContainText(t('transfers.pull.reason.json_broken'), { timeout: 60_000 })
    await see('what was found')
    const number = (await taken.getByRole('link').textContent()) ?? ''
    await taken.getByRole('link').click()
    await expect(page).toHaveURL(/\/order\/detail\//)
    await expect(page.getByText(number).first()).toBeVisible()
    await page.goto('/manage/pull/found?state=waiting')
    await expect(page.getByText(t('transfers.pull.found.none'))).toBeVisible()

    await page.goto(`/manage/pull?words=${encodeURIComponent(name)}`)
    await press(page, t, name, 'runs')
    await expect(page.getByRole('dialog').getByText(t('transfers.pull.runs.cause.demand'))).toBeVisible()
    await see('dialog pull runs')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press(page, t, name, 'delete')
    await expect(page.getByRole('dialog').getByText(new RegExp(vera.organizationName))).toBeVisible()
    await see('dialog delete pull setting', 'phone')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('transfers.deleteSetting') })
      .click()
    await expect(page.getByText(t('transfers.none'))).toBeVisible()
    await see('pull settings none', 'phone')
    await page.goto(`/manage/pull?shows=deleted&words=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: t('common.label.actionsFor', { name }) }).click()
    await page.getByRole('menuitem', { name: t('common.do.restore') }).click()
    await expect(page.getByText(t('transfers.restored', { name }))).toBeVisible()

    await page.route('**/restful/pull/**', (route) => route.fulfill({ status: 503, body: '' }))
    for (const path of ['/manage/pull', '/manage/pull/found']) {
      await page.goto(path)
      await expect(page.getByText(t('ui.error.title')).first()).toBeVisible()
      await see(`${path} failed`, 'desktop')
    }
    folder.closeAllConnections()
    folder.close()

    const theirs = await vera.client.call('orders.list', { body: {} })
    expect(theirs.list).toMatchObject([{ number, status: 'uploaded', patientName: 'case-b' }])
  })
}
