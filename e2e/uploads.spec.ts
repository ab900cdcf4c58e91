import { expect } from '@playwright/test'
import { createCase, upperScan } from './cases.ts'
import { dropFiles } from './drop.ts'
import { slowUploads, waitForShare } from './network.ts'
import { test } from './people.ts'
import { waitForScans } from './viewer.ts'

test('a scan that is paused waits, and goes on when resumed', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Pauline Rest')
  const page = await alice.open()
  await page.goto(`/order/detail/${id}`)
  const restoreSpeed = await slowUploads(page)
  await dropFiles(page, page.getByRole('button', { name: 'Add files' }), [upperScan()])
  await waitForShare(page, 'upper.obj', 20)
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByRole('button', { name: 'Pause upper.obj' }).click()
  await expect(files.getByText(/^Paused at \d+%$/)).toBeVisible()
  await restoreSpeed()
  await files.getByRole('button', { name: 'Resume upper.obj' }).click()
  await waitForScans(page, 1)
})
