import { expect, type Locator } from '@playwright/test'
import { becomePartners, createCase, type SentFile, sendTo, smallScan, uploadFile } from './cases.ts'
import { test } from './people.ts'

const broken: SentFile = {
  name: 'lower.ply',
  bytes: Buffer.from('ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nend_header\n1\n'),
  type: 'model/ply',
}

/** Asserts that a picture is visible and completely loaded. */
async function expectPicture(picture: Locator) {
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)))
    .toBeGreaterThan(0)
}

test('a clinic sees the picture of a scan and the error of an unreadable scan, and the laboratory prints the picture', async ({
  register,
}) => {
  const [alice, bob] = await Promise.all([register('clinic', 'alice'), register('lab', 'bob')])
  await becomePartners(alice, bob)
  const { id } = await createCase(alice, 'Pia Picture')
  const page = await alice.open()
  await uploadFile(alice, id, smallScan())
  await uploadFile(alice, id, broken)
  await page.goto(`/order/detail/${id}`)
  const item = (name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
  // The picture and the error appear without a reload when the server has processed the scans.
  await expectPicture(item('attachment.stl').locator('img'))
  await expect(item('attachment.stl')).toContainText('14 × 19 × 16 mm')
  await expect(item('lower.ply')).toContainText('This scan is incomplete: the end of the file is missing.')

  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('lower.ply can’t be read.')
  await expect(dialog).toContainText('No scan of the lower arch')
  await expect(dialog.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove lower.ply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(item('lower.ply')).toHaveCount(0)
  // The missing lower arch is only a warning, so the case can be sent.
  await sendTo(bob, alice, id)

  const phone = await bob.open()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/order/list')
  await expectPicture(phone.getByRole('listitem').filter({ hasText: 'Pia Picture' }).locator('img'))
  await phone.addInitScript(() => {
    window.print = () => {}
  })
  await phone.goto(`/order/print/${id}`)
  await expectPicture(phone.getByRole('img', { name: 'Occlusal view of the scan' }))
})
