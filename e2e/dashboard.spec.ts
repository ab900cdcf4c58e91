import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, sendCase, smallScan, uploadFile } from './cases.ts'
import { test } from './people.ts'

const storage = (page: Page) => page.getByRole('meter', { name: 'Storage' })

test('the dashboard shows used and available storage to clinics and individuals, and used storage to the platform', async ({
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

test('the dashboard counts all cases and those of each status', async ({ register }) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  await createCase(alice, 'Kestrel Example')
  const [sent, accepted, shipped, completed] = await Promise.all(
    ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve'].map((name) => sendCase(alice, bob, name)),
  )
  for (const { id } of [accepted!, shipped!, completed!])
    await bob.client.call('orders.accept', { body: { id, deliveryOn: '2031-04-11' } })
  for (const { id } of [shipped!, completed!])
    await bob.client.call('orders.ship', { body: { id, withoutNumber: true } })
  await alice.client.call('orders.complete', { body: { id: completed!.id } })
  await alice.client.call('orders.recall', { body: { id: sent!.id } })
  const page = await alice.open()
  await page.goto('/dashboard')
  const tiles = page.getByRole('group', { name: 'Cases by status' }).getByRole('link')
  await expect(tiles).toHaveText([
    'All cases6',
    'Scanned1',
    'Uploaded1',
    'Sent1',
    'In production1',
    'Shipped1',
    'Completed1',
    'Rejected0',
  ])
})

test('the dashboard shows the number and share of cases of each type', async ({ register }) => {
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
  const spans = page.getByRole('group', { name: 'Period' })
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
