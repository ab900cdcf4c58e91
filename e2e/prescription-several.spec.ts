import { expect, type Page } from '@playwright/test'
import { createCase } from './cases.ts'
import { textsOf } from './inspect.ts'
import { test } from './people.ts'
import {
  beginWithPartner,
  dragTeeth,
  expectTicket,
  implantChoices,
  printTicket,
  select,
  sendNewCase,
  signInChineseLab,
  toothOf,
} from './prescription.ts'

const t = textsOf('en_US')
const zh = textsOf('zh_CN')

/** Opens the prescription of a case with a crown on 16. */
async function openForm(page: Page, id: string) {
  await page.goto(`/order/detail/${id}`)
  await page.getByRole('button', { name: t('order.action.prescribe') }).click()
  const dialog = page.getByRole('dialog')
  const addType = async (name: string) => {
    await dialog.getByRole('button', { name: t('prescription.addType') }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(dialog.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  return { dialog, addType, chart: dialog.getByRole('listbox', { name: t('prescription.chart') }) }
}

test('a clinic orders a bridge and an implant in one case, and the laboratory reads and prints both', async ({
  openPage,
  register,
}) => {
  const { alice, bob, newCase } = await beginWithPartner(register, 'Restoration', 'Grace Whitfield')
  const { dialog, chart, page } = newCase
  await dragTeeth(chart, '24', '26')
  await toothOf(chart, '11').click()
  await dialog.getByRole('button', { name: 'Material: 24–26' }).click()
  const panel = dialog.getByRole('region', { name: '24–26' })
  await expect(panel.getByRole('combobox', { name: 'Material' })).toBeFocused()
  await select(panel, { Material: 'Multilayer zirconia', Shade: 'A3' })
  await dialog.getByRole('button', { name: t('prescription.addType') }).click()
  await page.getByRole('menuitem', { name: 'Implant' }).click()
  await toothOf(chart, '36').click()
  await select(dialog, implantChoices)
  await dialog.getByRole('tab', { name: 'Restoration' }).click()
  await dialog.getByRole('button', { name: 'Retention: 36' }).click()
  await expect(dialog.getByRole('tab', { name: 'Implant' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('combobox', { name: 'Retention' })).toBeFocused()
  await select(dialog, { Retention: 'Screw-retained' })
  const order = await sendNewCase(newCase, alice, bob)

  const { prescription, morePrescriptions } = await bob.client.call('orders.get', {
    params: { id: order.id },
  })
  expect(prescription).toMatchObject({ type: 0, items: [{ tooth: '24' }, { tooth: '25' }, { tooth: '26' }] })
  expect(morePrescriptions).toMatchObject([{ type: 2, items: [{ tooth: '36', platform: 'RB' }] }])
  const reader = await signInChineseLab(openPage, bob)
  await reader.goto(`/order/detail/${order.id}`)
  await expect(reader.getByRole('heading', { name: zh('order.type.2'), level: 4 })).toBeVisible()
  // One picture shows the teeth of both prescriptions.
  await expect(reader.getByRole('img', { name: /左下第一磨牙，19，/ })).toBeVisible()
  await expect(reader.getByRole('img', { name: /左上第一磨牙，14，/ })).toBeVisible()
  const facts = ['12–14', '19', 'Straumann', zh('order.type.0'), zh('order.type.2')]
  expectTicket(await printTicket(reader, order), order, bob, facts)
})

for (const [width, height] of [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const)
  test(`types are added, removed and added again without a loss, at ${width} px`, async ({ register }) => {
    const alice = await register('clinic', 'alice')
    const { id } = await createCase(alice, 'Several Works')
    const page = await alice.open({ viewport: { width, height } })
    const { dialog, addType, chart } = await openForm(page, id)
    await expect(dialog.getByText(t('prescription.nothingMissing'))).toBeVisible()
    await addType('Implant')
    await toothOf(chart, '36').click()
    await select(dialog, implantChoices)
    const retention = dialog.getByRole('button', { name: 'Retention: 36' })
    await expect(retention).toBeVisible()
    await addType('Removable')
    await dialog.getByRole('combobox', { name: 'Type of denture' }).selectOption('partial')
    await expect(dialog.getByRole('button', { name: t('prescription.fields.claspPlan') })).toBeHidden()
    await expect(dialog.getByRole('button', { name: t('prescription.fields.clasps') })).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove Removable' }).click()
    await expect(dialog.getByRole('tab', { name: 'Removable' })).toBeHidden()
    await addType('Removable')
    await expect(dialog.getByRole('combobox', { name: 'Type of denture' })).toHaveValue('partial')
    await dialog.getByRole('button', { name: 'Remove Removable' }).click()
    await retention.click()
    await select(dialog, { Retention: t('prescription.byLab') })
    await expect(dialog.getByText(t('prescription.nothingMissing'))).toBeVisible()
    const overflow = () =>
      dialog.evaluate((element) =>
        [element, ...element.querySelectorAll('*')].some(
          (one) => getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth + 1,
        ),
      )
    await expect.poll(overflow).toBe(false)
    await dialog.getByRole('button', { name: t('prescription.save') }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Implant', level: 4 })).toBeVisible()
    const saved = await alice.client.call('orders.get', { params: { id } })
    expect(saved.morePrescriptions).toMatchObject([{ type: 2, items: [{ retention: 'by_lab' }] }])
  })

test('a template and an earlier case fill in all types, and a template of a further type only that one', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const earlier = await createCase(alice, 'Earlier Patient')
  const page = await alice.open()
  const { dialog, addType, chart } = await openForm(page, earlier.id)
  await addType('Implant')
  await toothOf(chart, '36').click()
  await select(dialog, implantChoices)
  const keep = async (name: string) => {
    await dialog.getByRole('button', { name: t('prescription.templates.keep') }).click()
    await dialog.getByRole('textbox', { name: t('prescription.templates.name') }).fill(name)
    await dialog.getByRole('button', { name: t('prescription.templates.save'), exact: true }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(name)
  }
  await keep('Implant only')
  await dialog.getByRole('tab', { name: 'Restoration' }).click()
  await keep('Crown with implant')
  await dialog.getByRole('button', { name: t('prescription.save') }).click()
  await expect(dialog).toBeHidden()
  const { list } = await alice.client.call('prescriptions.listTemplates', {})
  expect(list.map(({ name, morePrescriptions }) => [name, morePrescriptions.length])).toEqual([
    ['Crown with implant', 1],
    ['Implant only', 0],
  ])

  const filled = await alice.client.call('orders.create', {
    body: { type: 0, patientName: 'Filled Patient' },
  })
  await page.goto(`/order/detail/${filled.id}`)
  await page.getByRole('button', { name: t('prescription.fill') }).click()
  await dialog.getByRole('button', { name: t('prescription.templates.apply') }).click()
  await dialog.getByRole('button', { name: 'Use: Crown with implant' }).click()
  await expect(dialog.getByRole('tab')).toHaveCount(2)
  await dialog.getByRole('tab', { name: 'Implant' }).click()
  await dialog.getByRole('button', { name: 'Remove Implant' }).click()
  await expect(dialog.getByRole('tab')).toHaveCount(0)
  await dialog.getByRole('button', { name: t('prescription.templates.copy') }).click()
  await dialog.getByRole('textbox', { name: t('orders.search') }).fill('Earlier')
  await dialog.getByRole('button', { name: /^Earlier Patient/ }).click()
  await expect(dialog.getByRole('tab')).toHaveCount(2)
  await dialog.getByRole('button', { name: t('prescription.save') }).click()
  await expect(dialog).toBeHidden()
  const of = async (id: string) => {
    const { prescription, morePrescriptions } = await alice.client.call('orders.get', { params: { id } })
    return { prescription, morePrescriptions }
  }
  expect(await of(filled.id)).toEqual(await of(earlier.id))
})
