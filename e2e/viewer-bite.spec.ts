import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createCase, lowerScan, type SentFile, uploadFile, upperScan } from './cases.ts'
import { test } from './people.ts'
import { drawnPictureOf, type Picture, waitForScans } from './viewer.ts'
import { figure, openTool, viewOf } from './viewer-panels.ts'

const isChanged = (one: Picture, other: Picture) => !one.data.equals(other.data)

test('two arches without a bite are closed until they touch, other tools use the bite, and every number and picture says so', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Bea Bite')
  const scans: readonly (readonly ['upper' | 'lower', SentFile])[] = [
    ['upper', upperScan()],
    ['lower', lowerScan()],
  ]
  for (const [role, scan] of scans) {
    const { id: fileId } = await uploadFile(alice, id, scan)
    await alice.client.call('files.setRole', { body: { fileId, role } })
  }
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 2)

  // Contacts offer the alignment, because the arches have no common bite.
  const contacts = await openTool(page, 'k', 'Contacts and clearance')
  await contacts.getByRole('button', { name: 'Align the bite' }).click()
  const panel = viewOf(page).getByRole('region', { name: 'Align the bite', exact: true })
  const close = panel.getByRole('button', { name: 'Close until contact' })
  await expect(close).toBeEnabled({ timeout: 60_000 })
  await expect(panel.getByRole('note')).toHaveCount(0)

  await panel.getByRole('button', { name: 'Move: Up and down −' }).click()
  await expect(panel.getByRole('note')).toHaveText('Bite aligned here')
  await canvas.focus()
  const before = await drawnPictureOf(canvas)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => isChanged(before, await drawnPictureOf(canvas))).toBe(true)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(panel.getByRole('note')).toHaveCount(0)

  // While the panel has a status, the numbers are not exact: on coarse levels the scans would touch at other places.
  await expect(panel.getByRole('status')).toHaveCount(0)
  await canvas.focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('note')).toHaveText('Bite aligned here', { timeout: 60_000 })
  await expect
    .poll(async () => Number(await figure(panel, 'Contacts').textContent()), { timeout: 60_000 })
    .toBeGreaterThan(2)
  await expect(figure(panel, 'Smallest distance')).toHaveText(/^-?0\.0[0-4] mm$/)
  await expect(page.getByTestId('viewer-readout')).toContainText('Bite aligned here')
  await expect(page.getByTestId('viewer-readout')).not.toContainText('not in a common bite')

  // The contacts tool counts and lists the same contacts, and a click shows one.
  const again = await openTool(page, 'k', 'Contacts and clearance')
  await expect(again.getByRole('note')).toHaveText('Bite aligned here')
  const rows = again.getByRole('list', { name: 'Contacts' }).getByRole('button')
  await expect(rows.first()).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => Number(await figure(again, 'Contacts').textContent()) - (await rows.count()))
    .toBe(0)
  await rows.first().click()
  await expect(rows.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(rows.first()).toHaveText(/mm².*mm$/)
  const seen = await drawnPictureOf(canvas)
  await rows.last().click()
  await expect.poll(async () => isChanged(seen, await drawnPictureOf(canvas))).toBe(true)

  // A saved picture says so in its caption.
  await page.evaluate(() => {
    const draw = CanvasRenderingContext2D.prototype.fillText
    const texts: string[] = []
    Object.assign(window, { drawnTexts: texts })
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      texts.push(text)
      draw.call(this, text, ...place)
    }
  })
  await canvas.focus()
  const download = page.waitForEvent('download')
  await page.keyboard.press('s')
  expect((await readFile(await (await download).path())).length).toBeGreaterThan(10_000)
  const texts = await page.evaluate(() => (window as unknown as { drawnTexts: string[] }).drawnTexts)
  expect(texts.join()).toContain('Bite aligned here')

  // Nothing is stored: the next opening has no bite.
  await page.reload()
  await waitForScans(page, 2)
  await expect(page.getByTestId('viewer-readout')).toContainText('not in a common bite')
  await expect(page.getByTestId('viewer-readout')).not.toContainText('Bite aligned here')
})
