import { expect } from '@playwright/test'
import { becomePartners, sendCase } from './cases.ts'
import { inspect, textsOf } from './inspect.ts'
import { test } from './people.ts'
import {
  beginWithPartner,
  countPrints,
  dragTeeth,
  expectTicket,
  implantChoices,
  printTicket,
  readTicket,
  select,
  sendNewCase,
  signInChineseLab,
  toothOf,
} from './prescription.ts'

const en = textsOf('en_US')
const zh = textsOf('zh_CN')

test('a laboratory with Universal numbers reads a bridge 14–16 as 3–5 in Chinese and prints it', async ({
  openPage,
  register,
}) => {
  const { alice, bob, newCase } = await beginWithPartner(register, 'Restoration', 'Grace Whitfield')
  const { dialog, chart, page } = newCase
  await dragTeeth(chart, '14', '16')
  const panel = dialog.getByRole('region', { name: '14–16' })
  await select(panel, { Material: 'Multilayer zirconia', Shade: 'A3', 'Stump shade': 'ND2' })
  await expect(toothOf(chart, '15')).toHaveAccessibleName(
    'Upper right second premolar, 15, Pontic, Multilayer zirconia, A3 (VITA classical), connected to 16 and 14',
  )
  const order = await sendNewCase(newCase, alice, bob)
  await expect(page.getByRole('img', { name: /Upper right first molar, 16, Crown/ })).toBeVisible()

  const reader = await signInChineseLab(openPage, bob)
  await reader.goto(`/order/detail/${order.id}`)
  await expect(reader.getByRole('img', { name: /右上第一磨牙，3，全冠.*与 4 相连/ })).toBeVisible()
  const words = [zh('prescription.works.crown'), zh('prescription.works.pontic')]
  const facts = ['3–5', 'A3', 'ND2', zh('prescription.materials.zirconia_multilayer')]
  expectTicket(await printTicket(reader, order), order, bob, [...words, ...facts])
  await inspect({ page: reader, language: 'zh_CN', name: 'ticket of a bridge' })
})

test('a laboratory with Universal numbers reads an implant crown on 36 as 19 and prints it', async ({
  openPage,
  register,
}) => {
  const { alice, bob, newCase } = await beginWithPartner(register, 'Implant', '张伟')
  await toothOf(newCase.chart, '36').click()
  await select(newCase.dialog, {
    ...implantChoices,
    'Scan body manufacturer': 'Straumann',
    Abutment: en('prescription.options.abutment.titanium_base'),
    Retention: en('prescription.options.retention.screw'),
  })
  const order = await sendNewCase(newCase, alice, bob)

  const reader = await signInChineseLab(openPage, bob)
  await reader.goto(`/order/detail/${order.id}`)
  await expect(reader.getByRole('img', { name: /左下第一磨牙，19，/ })).toBeVisible()
  const facts = ['A2', 'Straumann', 'BLX', 'RB', zh('prescription.options.retention.screw')]
  expectTicket(await printTicket(reader, order), order, bob, facts)
})

test('a clinic orders a Hawley retainer by keyboard, and the laboratory reads and prints it', async ({
  openPage,
  register,
}) => {
  const { alice, bob, newCase } = await beginWithPartner(register, 'Orthodontics', 'Theo Marsh')
  await select(newCase.dialog, { Appliance: 'Hawley retainer', Arch: 'Upper' })
  await select(newCase.dialog, { Clasp: 'Adams' })
  const chart = newCase.dialog.getByRole('listbox')
  await toothOf(chart, '18').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Space', 'End', 'ArrowLeft', 'ArrowLeft', 'Space'])
    await newCase.page.keyboard.press(key)
  await expect(chart.getByRole('option', { selected: true })).toHaveText(['16', '26'])
  const order = await sendNewCase(newCase, alice, bob)

  const reader = await signInChineseLab(openPage, bob)
  await reader.goto(`/order/detail/${order.id}`)
  await expect(reader.getByText(zh('prescription.appliances.hawley')).first()).toBeVisible()
  await reader.goto('/order/list')
  await reader.getByRole('button', { name: zh('orders.actionsFor', { number: order.number }) }).click()
  await reader.getByRole('menuitem', { name: zh('ticket.open') }).click()
  const facts = [zh('prescription.appliances.hawley'), zh('prescription.options.clasp.adams'), '3, 14']
  expectTicket(await readTicket(reader, order), order, bob, facts)
})

test('a clinic orders the set-up of an upper full denture, and the laboratory reads and prints it', async ({
  openPage,
  register,
}) => {
  const { alice, bob, newCase } = await beginWithPartner(register, 'Removable', 'Ivan Petrov')
  await select(newCase.dialog, {
    'Type of denture': 'Full denture',
    Arch: 'Upper',
    Stage: 'Tooth set-up',
    Base: 'Acrylic',
    'Base shade': 'Pink, veined',
    Shade: 'A2',
    'Post dam': 'Standard',
  })
  await newCase.dialog.getByRole('textbox', { name: 'Tooth mould' }).fill('PM12')
  const order = await sendNewCase(newCase, alice, bob)

  const reader = await signInChineseLab(openPage, bob)
  await reader.goto(`/order/detail/${order.id}`)
  await expect(reader.getByText(zh('prescription.options.stage.tooth_set_up')).first()).toBeVisible()
  const names = [zh('prescription.kinds.full'), zh('prescription.options.stage.tooth_set_up')]
  expectTicket(await printTicket(reader, order), order, bob, [...names, 'PM12', 'A2'])
})

test('T01: the printed ticket of a case is refused to others, requested again after a failure, and has all pages', async ({
  register,
}) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  const order = await sendCase(alice, bob, 'Grace Whitfield')
  const remark = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n')
  await alice.client.call('orders.remark', { body: { id: order.id, remark } })
  const carol = await register('lab', 'carol')
  const page = await carol.open()
  await countPrints(page)
  await page.goto(`/order/print/${order.id}`)
  await expect(page.getByText(en('orders.gone.title'))).toBeVisible()
  expect(await page.evaluate(() => 'printed' in window)).toBe(false)

  const labPage = await bob.open()
  await countPrints(labPage)
  const readOrder = `**/orders/${order.id}`
  await labPage.route(readOrder, (route) => route.abort())
  await labPage.goto(`/order/print/${order.id}`)
  const retry = labPage.getByRole('button', { name: en('common.do.retry') })
  await retry.click()
  await expect(retry).toBeVisible()
  await labPage.unroute(readOrder)
  // The case has just been sent, so a change event may load it again before the click.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await expect(labPage.getByRole('heading', { name: order.number })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const pages = await readTicket(labPage, order)
  expect(pages.map((text) => /Page(\dof\d)/.exec(text)?.[1])).toEqual(['1of2', '2of2'])
  await inspect({ page: labPage, language: 'en_US', name: 'ticket of two pages' })
  await labPage.getByRole('link', { name: en('ticket.toCase') }).click()
  await expect(labPage).toHaveURL(`/order/detail/${order.id}`)
})
