import { expect } from '@playwright/test'
import { createCase, smallScan, uploadFile } from './cases.ts'
import { test } from './people.ts'
import { waitForScans } from './viewer.ts'

test('an open preview removes its scans and shows a notice when its link is revoked', async ({
  register,
  openPage,
}) => {
  const clinic = await register('clinic', 'alice')
  const { id } = await createCase(clinic, 'Henrietta Quimby')
  await uploadFile(clinic, id, smallScan())
  const { url } = await clinic.client.call('previews.createLink', { body: { id } })
  const page = await openPage()
  const { pathname, hash } = new URL(url)
  const eventsOpened = page.waitForResponse((response) => response.url().endsWith('/open/preview3d/events'))
  await page.goto(pathname + hash)
  await waitForScans(page, 1)
  await eventsOpened
  const { list } = await clinic.client.call('previews.listLinks', { params: { id } })
  await clinic.client.call('previews.revokeLink', { body: { id, linkId: list[0]!.id } })
  // The server sends the page an event about this. The page does not poll.
  await expect(page.getByText('This link was revoked', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: '3D view' })).toHaveCount(0)
})
