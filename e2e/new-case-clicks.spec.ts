import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '@pontic/contract'
import { becomePartners, type SentFile, smallJaws, smallScan } from './cases.ts'
import { countInputs, jobViews } from './clicks.ts'
import { dropFiles } from './drop.ts'
import { keyboard } from './hands.ts'
import { textsOf } from './inspect.ts'
import { type Person, type Register, test } from './people.ts'
import { toothOf } from './prescription.ts'

type Texts = ReturnType<typeof textsOf>

const dialogOf = (page: Page, t: Texts) => page.getByRole('dialog', { name: t('orders.newCase') })
const chartOf = (dialog: Locator, t: Texts) => dialog.getByRole('listbox', { name: t('prescription.chart') })
const groupOf = (dialog: Locator, name: string) => dialog.getByRole('group', { name, exact: true })

/** Opens the case list of a new clinic with one partner laboratory. */
async function openCaseList(
  register: Register,
  width: number,
  language: Language,
): Promise<{ alice: Person; bob: Person; page: Page }> {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  await alice.client.call('accounts.update', { body: { language } })
  const page = await alice.open({ language, viewport: { width, height: 900 } })
  // Playwright answers only the file dialog of a file input.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  // The listener must be added before the key press, or it may miss the dialog.
  page.on('filechooser', () => undefined)
  await page.goto('/order/list')
  return { alice, bob, page }
}

/** Drops files on a page. The page takes them as soon as the code for that is loaded, so the drop is repeated until then. */
async function dropOnPage(page: Page, t: Texts, files: readonly SentFile[]): Promise<void> {
  await expect(async () => {
    await dropFiles(page, page.getByRole('main'), files)
    await expect(dialogOf(page, t)).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

/** Asserts that the case of the open page is sent, with two scans, a crown, its material and its shade. */
async function expectSent(page: Page, alice: Person, bob: Person): Promise<void> {
  await expect(page).toHaveURL(/\/order\/detail\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const read = async () => (await alice.client.call('orders.get', { params: { id } })).order.status
  await expect.poll(read, { timeout: 60_000 }).toBe('pending')
  const { order, files, prescription } = await alice.client.call('orders.get', { params: { id } })
  expect(order).toMatchObject({ patientName: 'Anna Berg', labId: bob.organizationId })
  expect(files.map(({ name, role }) => [name, role]).sort()).toEqual([
    ['lower.stl', 'lower'],
    ['upper.stl', 'upper'],
  ])
  const shade = expect.objectContaining({ guide: 'vita_classical', body: 'A2' })
  expect(prescription).toMatchObject({
    items: [{ tooth: '16', work: 'crown', material: 'zirconia_multilayer', shade }],
  })
  expect((await alice.client.call('drafts.list', { body: {} })).total).toBe(0)
}

for (const { width, language } of jobViews) {
  test(`a crown with two scans is sent with at most 8 clicks at ${width} px in ${language}`, async ({
    register,
  }) => {
    const t = textsOf(language)
    const { alice, bob, page } = await openCaseList(register, width, language)
    const inputs = await countInputs(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('orders.newCase') })
      .first()
      .click()
    const dialog = dialogOf(page, t)
    await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toBeFocused()
    await page.keyboard.type('Anna Berg')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: t('files.choose') }).click()
    await (await choosing).setFiles(
      smallJaws().map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })),
    )
    await expect(dialog.getByRole('list', { name: t('files.chosen') }).getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('button', { name: t('prescription.next') }).click()
    await toothOf(chartOf(dialog, t), '16').click()
    await groupOf(dialog, t('prescription.fields.work'))
      .getByRole('button', { name: t('prescription.works.crown'), exact: true })
      .click()
    await groupOf(dialog, t('prescription.fields.material'))
      .getByRole('button', { name: t('prescription.materials.zirconia_multilayer'), exact: true })
      .click()
    await groupOf(dialog, t('prescription.fields.body'))
      .getByRole('button', { name: 'A2', exact: true })
      .click()
    await dialog
      .getByRole('button', { name: t('orders.send.confirmTo', { lab: bob.organizationName }) })
      .click()
    await expectSent(page, alice, bob)
    const { presses, keys } = inputs.read()
    expect(presses).toBeLessThanOrEqual(8)
    expect(keys).toBe(0)
  })

  test(`a crown with two scans is sent by keyboard alone at ${width} px in ${language}`, async ({
    register,
  }) => {
    const t = textsOf(language)
    const { alice, bob, page } = await openCaseList(register, width, language)
    const inputs = await countInputs(page)
    await keyboard.press(
      page
        .getByRole('main')
        .getByRole('button', { name: t('orders.newCase') })
        .first(),
    )
    const dialog = dialogOf(page, t)
    await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toBeFocused()
    await page.keyboard.type('Anna Berg')
    await keyboard.give(dialog.getByRole('button', { name: t('files.choose') }), smallJaws())
    await keyboard.press(dialog.getByRole('button', { name: t('prescription.next') }))
    // The first tooth of the chart has the focus, and the arrow keys lead to the tooth.
    await expect(chartOf(dialog, t).locator('[role=option]:focus')).toHaveCount(1)
    await keyboard.chooseTooth(chartOf(dialog, t), '16')
    for (const [field, choice] of [
      ['work', t('prescription.works.crown')],
      ['material', t('prescription.materials.zirconia_multilayer')],
      ['body', 'A2'],
    ] as const)
      await keyboard.press(
        groupOf(dialog, t(`prescription.fields.${field}`)).getByRole('button', {
          name: choice,
          exact: true,
        }),
      )
    await keyboard.press(
      dialog.getByRole('button', { name: t('orders.send.confirmTo', { lab: bob.organizationName }) }),
    )
    await expectSent(page, alice, bob)
    expect(inputs.read().presses).toBe(0)
  })
}

test('files that are dropped on the case list start a case, which an order document fills in', async ({
  register,
}) => {
  const t = textsOf('en_US')
  const { alice, page } = await openCaseList(register, 1440, 'en_US')
  const document = {
    format: 'pontic.order',
    version: 1,
    source: { system: 'pontic', id: 'c-1' },
    type: 2,
    patient: { name: 'Carla Dietz' },
    doctor: 'Dr. Document',
    files: [{ name: 'scan-1.stl', role: 'upper' }],
  }
  const order = { name: 'order.json', type: 'application/json', bytes: Buffer.from(JSON.stringify(document)) }
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: t('orders.newCase') })
      .first(),
  ).toBeVisible()
  await dropOnPage(page, t, [order, { ...smallScan(), name: 'scan-1.stl' }])
  const dialog = dialogOf(page, t)
  await expect(dialog.getByText(t('orders.drafts.filled', { name: 'order.json' }))).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Patient' })).toHaveValue('Carla Dietz')
  await expect(dialog.getByRole('textbox', { name: 'Doctor' })).toHaveValue('Dr. Document')
  await expect(dialog.getByRole('radio', { name: 'Implant' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Role of scan-1.stl' })).toHaveValue('upper')

  // The document of another patient changes nothing.
  const other = { ...document, patient: { name: 'Dora Engel' }, doctor: 'Dr. Other' }
  const second = { ...order, name: 'other.json', bytes: Buffer.from(JSON.stringify(other)) }
  await dropFiles(page, dialog.getByRole('button', { name: 'Choose files' }), [second])
  await expect(dialog.getByText(/different patients: Carla Dietz, Dora Engel/)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Patient' })).toHaveValue('Carla Dietz')
  await expect(dialog.getByRole('textbox', { name: 'Doctor' })).toHaveValue('Dr. Document')
  await dialog.getByRole('button', { name: 'Remove other.json' }).click()

  // Doctor and laboratory of this case are the start of the next one, and nothing else.
  await dialog.getByRole('button', { name: 'Save without sending' }).click()
  await expect(page).toHaveURL(/\/order\/detail\//)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await dropOnPage(page, t, smallJaws())
  await expect(page).toHaveURL(/\/order\/list/)
  await expect(dialog.getByRole('textbox', { name: 'Doctor' })).toHaveValue('Dr. Document')
  await expect(dialog.getByRole('textbox', { name: 'Patient' })).toHaveValue('')
  await expect(dialog.getByRole('combobox', { name: 'Role of upper.stl' })).toHaveValue('upper')
  await expect(dialog.getByRole('combobox', { name: 'Role of lower.stl' })).toHaveValue('lower')
  const cases = await alice.client.call('orders.list', { body: {} })
  expect(cases.list.map(({ patientName }) => patientName)).toEqual(['Carla Dietz'])
})

test('the scans are uploaded while the prescription is filled in, and a double click registers and sends once', async ({
  register,
}) => {
  const t = textsOf('en_US')
  const { alice, bob, page } = await openCaseList(register, 1440, 'en_US')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('orders.newCase') })
    .first()
    .dblclick()
  const dialog = dialogOf(page, t)
  await expect(dialog.getByRole('textbox', { name: t('common.label.patient') })).toBeFocused()
  await page.keyboard.type('Anna Berg')
  await dropFiles(page, dialog.getByRole('button', { name: 'Choose files' }), smallJaws())
  const heightOf = async () => (await dialog.boundingBox())?.height
  const height = await heightOf()
  await dialog.getByRole('button', { name: t('prescription.next') }).dblclick()
  await expect(chartOf(dialog, t)).toBeVisible()
  expect(await heightOf()).toBe(height)
  const verified = async () => {
    const [order] = (await alice.client.call('orders.list', { body: {} })).list
    return [order?.status, order?.filesVerified]
  }
  await expect.poll(verified, { timeout: 60_000 }).toEqual(['uploaded', 2])

  // After a reload the form continues with the uploaded files.
  await expect(dialog.getByText(t('orders.drafts.saved'))).toBeVisible()
  await page.reload()
  await expect(chartOf(dialog, t)).toBeVisible()
  await dialog.getByRole('button', { name: t('common.do.back') }).click()
  await expect(dialog.getByRole('list', { name: t('files.chosen') }).getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: t('prescription.next') }).click()
  await toothOf(chartOf(dialog, t), '16').click()
  for (const choice of ['Crown', t('prescription.materials.zirconia_multilayer'), 'A2'])
    await dialog.getByRole('button', { name: choice, exact: true }).click()
  await dialog.getByRole('button', { name: `Send to ${bob.organizationName}` }).dblclick()
  await expectSent(page, alice, bob)
  expect((await alice.client.call('orders.list', { body: {} })).total).toBe(1)
})
