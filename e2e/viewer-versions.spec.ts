import { expect } from '@playwright/test'
import { createCase, lowerScan, uploadFile, upperScan } from './cases.ts'
import { test } from './people.ts'
import { waitForScans } from './viewer.ts'

test('the viewer shows the newest version of a scan, separates arches without a bite, and converts centimetres', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Vera Version')
  const [upper, lower] = [upperScan(), lowerScan()]
  const inCentimetres = upper.bytes
    .toString('utf8')
    .replaceAll(
      /^v (\S+) (\S+) (\S+)/gm,
      (_, ...at) => `v ${[0, 1, 2].map((one) => Number(at[one]) / 10).join(' ')}`,
    )
  const older = { ...upper, name: 'first.obj', bytes: Buffer.from(inCentimetres) }
  for (const [role, scan] of [
    ['upper', older],
    ['upper', upper],
    ['lower', lower],
  ] as const) {
    const { id: fileId } = await uploadFile(alice, id, scan)
    await alice.client.call('files.setRole', { body: { fileId, role } })
  }
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  const first = files.filter({ hasText: 'first.obj' })
  await page.goto(`/order/detail/${id}`)
  await expect(first).toContainText('Seems to be in centimetres', { timeout: 60_000 })
  await expect(first).toContainText('6.37 × 4.83 × 1.13 cm')

  const view = page.getByRole('region', { name: '3D view' })
  await waitForScans(page, 3)
  await expect(view.getByTestId('viewer-readout')).toContainText(
    'The scans are not in a common bite: arches shown separately',
  )
  const shown = (name: string) => view.getByRole('button', { name: `Show ${name}`, exact: true })
  const scans = view.getByRole('button', { name: 'Scans', exact: true })
  if ((await scans.getAttribute('aria-pressed')) !== 'true') await scans.click()
  // The list of files and the viewer show the dimensions in the same order, whatever axes the file uses.
  for (const place of [files, view])
    await expect(place.filter({ hasText: '62.1 × 44.8 × 11.7 mm' })).toBeVisible()
  await expect(shown('Upper jaw 1')).toHaveAttribute('aria-pressed', 'false')
  await expect(shown('Upper jaw 2')).toHaveAttribute('aria-pressed', 'true')
  await view.getByRole('button', { name: 'Show only Lower jaw' }).click()
  await expect(shown('Upper jaw 2')).toHaveAttribute('aria-pressed', 'false')
  await expect(shown('Lower jaw')).toHaveAttribute('aria-pressed', 'true')
  await expect(view.getByTestId('viewer-readout')).toHaveText(/mm$/)

  await first.getByRole('button', { name: 'Use centimetres' }).click()
  await expect(first).toContainText('In centimetres', { timeout: 60_000 })
  await expect(first).toContainText('63.7 × 48.3 × 11.3 mm', { timeout: 60_000 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
})
