import { expect, type Page } from '@playwright/test'
import { createCase, smallScan, uploadFile } from './cases.ts'
import { test } from './people.ts'

const storage = (page: Page) => page.getByRole('meter', { name: 'Storage' })

test('the dashboard shows storage used and available, to individuals and the platform as well', async ({
  register,
  demo,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  await page.goto('/dashboard')
  await expect(storage(page)).toHaveAttribute('aria-valuetext', '0 bytes of 21.5 GB used')
  const scan = smallScan()
  await uploadFile(alice, id, scan)
  await page.reload()
  const used = `${(scan.bytes.length / 1000).toFixed(0)} kB of 21.5 GB used`
  await expect(storage(page)).toHaveAttribute('aria-valuetext', used)
  await expect(page.getByRole('main')).toContainText('21.5 GB available')

  const dave = await (await demo('dave')).open()
  await dave.goto('/dashboard')
  await expect(storage(dave)).toHaveAttribute('aria-valuetext', '0 bytes of 21.5 GB used')
  await expect(dave.getByRole('main')).toContainText('21.5 GB available')
  const root = await (await demo('root')).open()
  await root.goto('/dashboard')
  await expect(storage(root)).toHaveAttribute('aria-valuetext', /^[\d.,]+ .B of [\d.,]+ .B used$/)
})

test('the dashboard shows how many cases there are of each type, and their shares', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  for (const type of [0, 0, 1, 2])
    await alice.client.call('orders.create', { body: { type: type as 0, patientName: 'Kestrel Example' } })
  const page = await alice.open()
  await page.goto('/dashboard')
  const rows = page.getByRole('table').filter({ hasText: 'Restoration' }).getByRole('row')
  const cells = (type: string) => rows.filter({ hasText: type }).getByRole('cell')
  await expect(cells('Restoration')).toContainText(['2', '50%'])
  await expect(cells('Orthodontics')).toContainText(['1', '25%'])
  await expect(cells('Implant')).toContainText(['1', '25%'])
  await expect(cells('Removable')).toContainText(['0', '0%'])
})

test('the graph of the dashboard covers 7 days, 1 month or 3 months, up to today', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  await createCase(alice, 'Kestrel Example')
  const page = await alice.open()
  await page.goto('/dashboard')
  const bars = page.getByRole('figure', { name: 'New cases' }).getByRole('group').getByRole('button')
  const spans = page.getByRole('group', { name: 'Span' })
  for (const [span, days] of [
    ['7 days', 7],
    ['1 month', 30],
    ['3 months', 90],
  ] as const) {
    await spans.getByText(span, { exact: true }).click()
    await expect(spans.getByRole('radio', { name: span })).toBeChecked()
    await expect(bars).toHaveCount(days)
    await expect(bars.first()).toHaveAccessibleName(/: 0 cases$/)
    await expect(bars.last()).toHaveAccessibleName(/: 1 case$/)
  }
})
