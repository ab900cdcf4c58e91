import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, lowerScan, sendTo, smallScan, uploadFile } from './cases.ts'
import { waitForMail } from './mail.ts'
import { type Person, test } from './people.ts'
import { runSql } from './portal.ts'

const patient = 'Henrietta Quimby'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Creates a completed case with two scans. */
async function completeCase(clinic: Person, lab: Person): Promise<{ id: string; number: string }> {
  await becomePartners(clinic, lab)
  const { id, number } = await createCase(clinic, patient)
  await uploadFile(clinic, id, smallScan())
  await uploadFile(clinic, id, lowerScan())
  await sendTo(lab, clinic, id)
  await lab.client.call('orders.accept', { body: { id, deliveryOn: '2030-03-15' } })
  await lab.client.call('orders.ship', { body: { id, withoutNumber: true } })
  await clinic.client.call('orders.complete', { body: { id } })
  // Lets ten minutes pass in which a reader gets one mail about the case.
  await runSql('delete from case_mail where order_id = $1', [id])
  return { id, number }
}

test('a clinic orders a remake with one of the scans, and each party records a cause', async ({
  register,
}) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { id, number } = await completeCase(clinic, lab)
  const page = await clinic.open()
  await page.goto(`/order/detail/${id}`)
  await button(page, 'Order remake').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cause').selectOption({ label: 'Scan or impression' })
  await dialog.getByRole('textbox', { name: 'What went wrong' }).fill('The margin was not captured.')
  await dialog.getByRole('checkbox', { name: smallScan().name }).uncheck()
  await dialog.getByRole('button', { name: 'Order remake' }).click()
  await expect(page.getByText(`was created from ${number}`)).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByText('Uploaded', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(lowerScan().name)).toBeVisible()
  await expect(page.getByText(smallScan().name)).toBeHidden()
  await page.getByRole('link', { name: `Remake of ${number}` }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await waitForMail(lab.email, `Remake of case ${number} ordered`)

  const bob = await lab.open()
  await bob.goto(`/order/detail/${id}`)
  await button(bob, 'Record your view').click()
  await bob
    .getByRole('dialog')
    .getByLabel('Cause')
    .selectOption({ label: 'Clinic: preparation or prescription' })
  await button(bob, 'Save').click()
  await expect(bob.getByText('The two sides disagree')).toBeVisible()
  await expect(page.getByText('The two sides disagree')).toBeVisible()

  await page.goto(`/organization/profile/${lab.organizationId}`)
  const figures = page.getByRole('table')
  await expect(figures.getByRole('row', { name: 'Scan or impression 1 0' })).toBeVisible()
  await expect(figures.getByRole('row', { name: 'Clinic: preparation or prescription 0 1' })).toBeVisible()
})

test('a clinic discards and restores a case, and releases the files of a completed case', async ({
  register,
}) => {
  const [clinic, lab] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { id } = await completeCase(clinic, lab)
  const other = await createCase(clinic, 'Gone and back')
  const page = await clinic.open()
  await page.goto(`/order/detail/${other.id}`)
  await button(page, 'Discard').click()
  await button(page, 'Discard case').click()
  await expect(page).toHaveURL(/\/order\/list/)
  await page.getByRole('link', { name: 'Discarded cases' }).click()
  await expect(page.getByText('Gone and back')).toBeVisible()
  await button(page, `Restore: ${other.number}`).click()
  await expect(page.getByText('No discarded cases')).toBeVisible()
  await page.goto(`/order/detail/${other.id}`)
  await expect(page.getByText('Restored')).toBeVisible()

  await page.goto(`/order/detail/${id}`)
  await button(page, 'Release files').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release files' }).click()
  await expect(page.getByText('of storage freed.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('Released')
  await expect(button(page, `Download ${lowerScan().name}`)).toBeHidden()
  const { order, files } = await lab.client.call('orders.get', { params: { id } })
  expect([order.status, ...files.map((file) => file.state)]).toEqual(['completed', 'released', 'released'])
})
