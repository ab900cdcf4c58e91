import { expect, type Page } from '@playwright/test'
import type { Order } from '@pontic/contract'
import { becomePartners, createCase, sendTo, smallScan, uploadFile } from './cases.ts'
import { countInputs, countJob, type JobView, jobViews } from './clicks.ts'
import { textsOf } from './inspect.ts'
import { type Person, type Register, test } from './people.ts'
import { runSql } from './portal.ts'

const heights = { 1440: 900, 820: 1180, 390: 844 } as const
const longName = 'Maximiliane-Charlotte von Hohenlohe-Waldenburg-Schillingsfürst'

/** Creates a laboratory with a case that was sent with a scan and the next working days as its wish. */
async function sendWithScan(register: Register, patientName = 'Kestrel Example') {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  const order = await createCase(alice, patientName)
  await uploadFile(alice, order.id, smallScan())
  await sendTo(bob, alice, order.id)
  return { alice, bob, order }
}

/** Opens the case list, and counts inputs from then on. Prints are counted instead of shown. */
async function openList(lab: Person, { width, language }: JobView, order: Order) {
  const page = await lab.open({ language, viewport: { width, height: heights[width] } })
  await page.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute('data-printed', 'yes')
  })
  const inputs = await countInputs(page)
  await page.goto('/order/list')
  const row = page.getByRole('main').locator(`[data-row="${order.id}"]`)
  await expect(row).toContainText('Kestrel Example')
  inputs.reset()
  return { page, row, inputs }
}

const isPrinted = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

for (const view of jobViews) {
  const { width, language } = view
  const t = textsOf(language)
  const prescribed = [t('prescription.works.crown'), t('prescription.materials.zirconia'), 'A3', '16']

  test(`from a list ${width} px wide (${language}), one press or key downloads the scans, one prints the ticket, and two accept`, async ({
    register,
  }) => {
    const { alice, bob, order } = await sendWithScan(register)
    const { page, row, inputs } = await openList(bob, view, order)
    for (const word of prescribed) await expect(row).toContainText(word)
    const download = async (begin: () => Promise<void>) => {
      const downloading = page.waitForEvent('download')
      await begin()
      expect((await downloading).suggestedFilename()).toBe(`${order.number}.zip`)
    }
    const press = (name: string) => row.getByRole('button', { name, exact: true }).click()
    const select = async () => {
      await expect(row).toContainText('Kestrel Example')
      await page.keyboard.press('j')
      await expect(row).toBeFocused()
    }
    const day = page.getByRole('dialog').getByLabel(t('orders.columns.deliveryOn'))
    const back = async () => {
      await page.goBack()
      await expect(row).toContainText('Kestrel Example')
    }

    const byMouse = (most: number, steps: () => Promise<void>) =>
      countJob(inputs, { way: 'mouse', most, steps })
    await byMouse(1, () => download(() => press(t('order.action.download'))))
    await byMouse(1, async () => {
      await press(t('ticket.open'))
      await isPrinted(page)
    })
    await back()
    await byMouse(2, async () => {
      await press(t('order.action.accept'))
      await expect(day).not.toHaveValue('')
      await page.getByRole('dialog').locator('button[type="submit"]').click()
      await expect(row).toContainText(t('order.status.accepted'))
    })

    // The same case once more, by keyboard alone.
    await bob.client.call('orders.reject', { body: { id: order.id, reason: 'other', note: 'Once more.' } })
    await sendTo(bob, alice, order.id)
    await page.reload()
    await expect(row).toContainText(t('order.status.pending'))
    const byKeys = (most: number, steps: () => Promise<void>) =>
      countJob(inputs, { way: 'keyboard', most, steps })
    await select()
    await byKeys(1, () => download(() => page.keyboard.press('d')))
    await byKeys(1, async () => {
      await page.keyboard.press('p')
      await isPrinted(page)
    })
    await back()
    await select()
    await byKeys(2, async () => {
      await page.keyboard.press('a')
      await expect(day).not.toHaveValue('')
      await expect(day).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(row).toContainText(t('order.status.accepted'))
    })
  })
}

test('columns give way in their order, and no text in a row is cut off from 1024 px on', async ({
  register,
}) => {
  const { alice, bob, order } = await sendWithScan(register, longName)
  await runSql('update organization set name = $1 || substr(name, length(name) - 9) where id = $2', [
    'Zahnarztpraxis Dr. Schillingsfürst und Partner ',
    alice.organizationId,
  ])
  const columns = ['number', 'partner', 'type', 'work', 'deliveryOn']
  for (const language of ['de_DE', 'ru_RU', 'el_GR'] as const) {
    const page = await bob.open({ language, viewport: { width: 1024, height: 800 } })
    await page.goto('/order/list')
    const row = page.getByRole('main').locator(`[data-row="${order.id}"]`)
    for (const width of [1024, 1100, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(row).toContainText(longName)
      // The row names the number, the partner and the work, in columns or below the patient.
      await expect(row).toContainText(order.number)
      await expect(row).toContainText('Zahnarztpraxis')
      await expect(row).toContainText('16')
      await expect
        .poll(() =>
          row.evaluate((element) => {
            const box = element.closest('.table-scroll')!
            const cut = [...element.querySelectorAll('td, td *')].filter(
              (one) =>
                one.scrollWidth > one.clientWidth + 1 &&
                one.clientWidth > 0 &&
                getComputedStyle(one).overflowX !== 'visible' &&
                !one.classList.contains('only-read'),
            )
            return [box.scrollWidth - box.clientWidth > 1, cut.map((one) => one.textContent)]
          }),
        )
        .toEqual([false, []])
      const shown = await page
        .locator('th[data-column]')
        .evaluateAll((heads) => heads.map((head) => (head as HTMLElement).dataset.column!))
      const missing = columns.filter((column) => !shown.includes(column))
      expect(missing).toEqual(columns.slice(0, missing.length))
    }
  }
})

test('a list can be sorted by each heading, and its rows are grouped by day on demand', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  for (const [name, offset] of [
    ['Zoe', 0],
    ['Ödön', 1],
    ['Anna', 1],
  ] as const)
    await alice.client.call('orders.create', {
      body: { type: 0, patientName: name, deliveryOn: day(offset) },
    })
  const page = await alice.open({ viewport: { width: 1440, height: 900 } })
  await page.goto('/order/list')
  const names = page.getByRole('main').locator('td[data-name]')
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await heading('Patient').getByRole('button').click()
  await expect(heading('Patient')).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText([/^Anna/, /^Ödön/, /^Zoe/])
  await heading('Patient').getByRole('button').click()
  await expect(names).toHaveText([/^Zoe/, /^Ödön/, /^Anna/])

  const group = page.getByRole('button', { name: 'Group by day' })
  await group.click()
  await expect(heading('Delivery day')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('th[scope="rowgroup"]')).toHaveText(['Today', 'Tomorrow'])
  await expect(names.first()).toHaveText(/^Zoe/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^Today$/ }),
  ).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(group).toHaveAttribute('aria-pressed', 'true')
  await group.click()
  await expect(page.locator('th[scope="rowgroup"]')).toHaveCount(0)
})

test('on a phone less than 200 px are above the first case, and at 200 % four cases are visible', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  for (let turn = 0; turn < 6; turn++) await createCase(alice, `Patient ${turn}`)
  for (const language of ['en_US', 'de_DE', 'ru_RU'] as const) {
    const page = await alice.open({ language, viewport: { width: 390, height: 844 } })
    await page.goto('/order/list')
    const rows = page.getByRole('main').locator('[data-row]')
    await expect(rows).toHaveCount(6)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
    const aboveOf = async () => {
      const [main, first] = [await page.getByRole('main').boundingBox(), await rows.first().boundingBox()]
      return first!.y - main!.y
    }
    await expect.poll(aboveOf).toBeLessThan(200)
    await page.setViewportSize({ width: 720, height: 450 })
    const shown = () =>
      rows.evaluateAll((all) => {
        const bottom = Math.min(
          ...[...document.querySelectorAll('nav')]
            .map((nav) => nav.getBoundingClientRect())
            .filter((box) => box.top > innerHeight / 2)
            .map((box) => box.top),
          innerHeight,
        )
        return all.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length
      })
    await expect.poll(shown).toBeGreaterThanOrEqual(4)
  }
})
