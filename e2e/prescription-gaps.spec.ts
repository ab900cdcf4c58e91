import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, sendCase } from './cases.ts'
import { textsOf } from './inspect.ts'
import { test } from './people.ts'

const t = textsOf('en_US')

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Opens the prescription dialog of a case. */
async function openPrescription(page: Page, name: 'order.action.prescribe' | 'prescription.fill') {
  await page.getByRole('button', { name: t(name) }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('listbox', { name: t('prescription.chart') })).toBeVisible()
  return dialog
}

test('the send dialog lists missing data with links to their fields, including data that the laboratory requires', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const settings = await bob.open()
  await settings.goto('/myinfo/organization')
  const fields = settings.getByRole('group', { name: t('order.type.0') })
  await fields.getByRole('checkbox', { name: t('prescription.fields.tryIn') }).check()
  const section = settings.locator('.page-section').filter({ hasText: t('prescription.requirements.title') })
  await section.getByRole('button', { name: t('common.do.save') }).click()
  await expect(settings.getByRole('region', { name: 'Messages' })).toContainText(
    t('prescription.requirements.saved'),
  )

  const created = await alice.client.call('orders.create', { body: { type: 0, patientName: 'Gappy Smile' } })
  await alice.client.call('orders.declareNoScans', { body: { id: created.id } })
  const page = await alice.open()
  await page.goto(`/order/detail/${created.id}`)
  await expect(page.getByText(t('prescription.blank'))).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText(t('prescription.fields.items'))).toBeVisible()
  await dialog.getByRole('button', { name: t('prescription.fill') }).click()

  // Each missing field has a button that focuses the field. If the field belongs to a tooth, the button selects the tooth first.
  await dialog.locator('[data-tooth="26"]').click()
  await dialog.getByRole('combobox', { name: 'Work' }).selectOption('crown')
  await expect(dialog.getByRole('combobox', { name: 'Material' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.locator('[data-tooth="11"]').click()
  await dialog.getByRole('button', { name: 'Material: 26' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Material' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'Material' }).selectOption('lithium_disilicate')
  await dialog.getByRole('combobox', { name: 'Shade', exact: true }).selectOption('A2')
  await dialog.getByRole('button', { name: t('prescription.fields.tryIn'), exact: true }).click()
  await dialog.getByRole('combobox', { name: t('prescription.fields.tryIn') }).selectOption('bisque')
  await expect(dialog.getByText(t('prescription.nothingMissing'))).toBeVisible()
  await dialog.getByRole('button', { name: t('prescription.save') }).click()

  await dialog.getByRole('button', { name: `Send to ${bob.organizationName}` }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByTestId('case-status')).toContainText(t('order.status.pending'))
  await expect(page.getByTestId('prescription-rows')).toContainText(
    '26Crown, Lithium disilicateA2 (VITA classical)',
  )
})

test('a prescription is filled in from a template or an earlier case, and unsaved changes survive a reload', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const earlier = await sendCase(alice, bob, 'Earlier Patient')
  const page = await alice.open()
  const blank = async (patientName: string) => {
    const { id } = await alice.client.call('orders.create', { body: { type: 0, patientName } })
    await page.goto(`/order/detail/${id}`)
    return id
  }
  const prescriptionOf = async (id: string) =>
    (await alice.client.call('orders.get', { params: { id } })).prescription

  const copied = await blank('Copied Patient')
  const copying = await openPrescription(page, 'prescription.fill')
  await copying.getByRole('button', { name: t('prescription.templates.copy') }).click()
  await copying.getByRole('textbox', { name: t('orders.search') }).fill('Earlier')
  await copying.getByRole('button', { name: /^Earlier Patient/ }).click()
  await expect(copying.getByText(t('prescription.nothingMissing'))).toBeVisible()
  await page.reload()
  const again = await openPrescription(page, 'prescription.fill')
  await expect(again.getByText(t('prescription.nothingMissing'))).toBeVisible()
  await again.getByRole('button', { name: t('prescription.templates.keep') }).click()
  await again.getByRole('textbox', { name: t('prescription.templates.name') }).fill('My crown')
  await again.getByRole('button', { name: t('prescription.templates.save'), exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('“My crown”')
  await again.getByRole('button', { name: t('prescription.save') }).click()
  await expect(again).toBeHidden()
  expect(await prescriptionOf(copied)).toEqual(await prescriptionOf(earlier.id))

  const second = await blank('Template Patient')
  const filled = await openPrescription(page, 'prescription.fill')
  await filled.getByRole('button', { name: t('prescription.templates.apply') }).click()
  await filled.getByRole('button', { name: 'Use: My crown' }).click()
  await filled.getByRole('button', { name: t('prescription.save') }).click()
  await expect(filled).toBeHidden()
  expect(await prescriptionOf(second)).toEqual(await prescriptionOf(earlier.id))
})

test('a new case is filled in with the stored preferences', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Preferred Patient')
  const page = await alice.open()
  await page.goto(`/order/detail/${id}`)
  const dialog = await openPrescription(page, 'order.action.prescribe')
  await dialog.getByText(t('prescription.preferences'), { exact: true }).click()
  await dialog.getByRole('combobox', { name: t('prescription.fields.occlusalContact') }).selectOption('light')
  await dialog.getByRole('button', { name: t('prescription.templates.keep') }).click()
  await dialog.getByRole('button', { name: t('prescription.templates.keepPreferences') }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    t('prescription.templates.preferencesKept'),
  )

  await page.goto('/order/list?new=case')
  const fresh = page.getByRole('dialog', { name: 'New case' })
  await fresh.getByRole('textbox', { name: 'Patient' }).fill('Next Patient')
  await fresh.getByRole('button', { name: t('prescription.next') }).click()
  await expect(fresh.getByRole('combobox', { name: t('prescription.fields.occlusalContact') })).toHaveValue(
    'light',
  )
})

test('typed texts stay when the case changes, and changes that a colleague saved meanwhile are not overwritten', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Busy Patient')
  const page = await alice.open()
  await page.goto(`/order/detail/${id}`)
  const dialog = await openPrescription(page, 'order.action.prescribe')
  await dialog.locator('[data-tooth="16"]').click()
  const note = dialog.getByRole('textbox', { name: t('prescription.fields.note'), exact: true })
  await note.fill('Light contact')
  await alice.client.call('orders.declareNoScans', { body: { id } })
  await expect(page.getByTestId('case-status')).toContainText(t('order.status.uploaded'))
  await expect(note).toHaveValue('Light contact')
  await dialog.getByRole('button', { name: t('prescription.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByTestId('prescription-tooth-note')).toHaveText('Light contact')

  const again = await openPrescription(page, 'order.action.prescribe')
  await again.locator('[data-tooth="16"]').click()
  await again.getByRole('combobox', { name: 'Material' }).selectOption('gold')
  const { prescription } = await alice.client.call('orders.get', { params: { id } })
  const other = { ...prescription, note: 'Said by amy' }
  await alice.client.call('prescriptions.update', { body: { id, prescription: other as never } })
  await expect(page.getByTestId('prescription-note')).toContainText('Said by amy')
  await again.getByRole('button', { name: t('prescription.save') }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Someone else was faster')
  const saved = (await alice.client.call('orders.get', { params: { id } })).prescription
  expect(saved).toMatchObject({ note: 'Said by amy', items: [{ material: 'zirconia' }] })
})
