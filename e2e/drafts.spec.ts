import { expect, type Locator, type Page } from '@playwright/test'
import { becomePartners, sendCase, smallScan } from './cases.ts'
import { dropFiles } from './drop.ts'
import { textsOf } from './inspect.ts'
import { type Person, type Register, submitSignIn, test, unique } from './people.ts'
import { runSql } from './portal.ts'
import { dragTeeth, toothOf } from './prescription.ts'

const t = textsOf('en_US')

const newCase = (page: Page) => page.getByRole('dialog', { name: 'New case' })
const question = (page: Page) => page.getByRole('dialog', { name: t('orders.drafts.question') })
const answer = (page: Page, choice: 'keep' | 'discard') =>
  question(page)
    .getByRole('button', { name: t(`orders.drafts.${choice}`) })
    .click()
const patientOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Patient' })
const chartOf = (dialog: Locator) => dialog.getByRole('listbox', { name: t('prescription.chart') })
const offered = (page: Page) => page.getByRole('list', { name: t('orders.drafts.title') })
const saved = (page: Page) => expect(newCase(page).getByText(t('orders.drafts.saved'))).toBeVisible()

/** Opens the tab with the drafts in the case list. */
async function openDrafts(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Drafts \d/ }).click()
  await expect(offered(page)).toBeVisible()
  return offered(page)
}

const continueDraft = async (page: Page, patient: string) =>
  (await openDrafts(page)).getByRole('button', { name: t('orders.drafts.open', { patient }) }).click()

/** Opens the case list of a new clinic. */
async function openCaseList(register: Register): Promise<{ alice: Person; page: Page }> {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/order/list')
  return { alice, page }
}

/** Types a patient into a new case and keeps it as a draft. */
async function keepDraft(page: Page, patient: string): Promise<void> {
  await patientOf(await openNewCase(page)).fill(patient)
  await saved(page)
  await closings.Escape(page)
  await answer(page, 'keep')
}

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function openNewCase(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'New case' }).first().click()
  await expect(patientOf(newCase(page))).toBeFocused()
  return newCase(page)
}

/** Fills in the texts and the delivery day of a new case, adds a scan, and marks a bridge from tooth 24 to 26. */
async function fillBridge(page: Page, patient: string, { isUploading = true } = {}): Promise<void> {
  const dialog = newCase(page)
  await patientOf(dialog).fill(patient)
  await dialog.getByRole('textbox', { name: 'Doctor' }).fill('Dr. Only Hers')
  await dialog.getByRole('textbox', { name: 'Other requirements' }).fill('Only for her')
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Her own remark')
  await dialog.getByLabel('Delivery day').fill('2031-04-09')
  if (isUploading) await dropFiles(page, dialog.getByRole('button', { name: 'Choose files' }), [smallScan()])
  await dialog.getByRole('button', { name: t('prescription.next') }).click()
  await expect(chartOf(dialog).locator('[role=option]:focus')).toHaveCount(1)
  await dragTeeth(chartOf(dialog), '24', '26')
  await expect(toothOf(chartOf(dialog), '25')).toHaveAccessibleName(/Pontic/)
}

/** Actions that close the dialog of a new case, by the name that a test title uses. */
const closings = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  Cancel: (page: Page) => newCase(page).getByRole('button', { name: 'Cancel' }).click(),
  'the cross': (page: Page) => newCase(page).getByRole('button', { name: 'Close' }).click(),
}

/** Asserts that a new dialog is empty, and that the case saved from it has only the data typed there. */
async function expectEmptyCase(page: Page, alice: Person): Promise<void> {
  const dialog = await openNewCase(page)
  for (const name of ['Patient', 'Doctor', 'Other requirements', 'Remark'])
    await expect(dialog.getByRole('textbox', { name }), name).toHaveValue('')
  await expect(dialog.getByLabel('Delivery day')).toHaveValue('')
  await expect(dialog.getByRole('list', { name: 'Chosen files' })).toHaveCount(0)
  await patientOf(dialog).fill('Ben Carlsen')
  const scan = { ...smallScan(), name: 'ben.stl' }
  await dropFiles(page, dialog.getByRole('button', { name: 'Choose files' }), [scan])
  await dialog.getByRole('button', { name: t('prescription.next') }).click()
  await expect(toothOf(chartOf(dialog), '25')).not.toHaveAccessibleName(/Pontic/)
  await expect(dialog.getByText(t('prescription.chooseTeeth'))).toBeVisible()
  await dialog.getByRole('button', { name: t('common.do.back') }).click()
  await dialog.getByRole('button', { name: 'Save case' }).click()
  await expect(page).toHaveURL(/\/order\/detail\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const detail = await alice.client.call('orders.get', { params: { id } })
  expect(detail.prescription).toBeNull()
  expect(detail.order).toMatchObject({ patientName: 'Ben Carlsen', doctor: '', remark: '', deliveryOn: null })
  expect(detail.files.map(({ name }) => name)).toEqual(['ben.stl'])
}

for (const [name, leave] of Object.entries(closings))
  test(`a new case that is closed by ${name} and kept as a draft leaves no data in the next new case`, async ({
    register,
  }) => {
    const { alice, page } = await openCaseList(register)
    await openNewCase(page)
    await fillBridge(page, 'Anna Berg')
    await page.mouse.click(10, 450)
    await expect(chartOf(newCase(page))).toBeVisible()
    await leave(page)
    await answer(page, 'keep')
    await expect(newCase(page)).toBeHidden()
    await expectEmptyCase(page, alice)
  })

test('drafts are listed with their patients, open at the step where they were closed, and survive a reload', async ({
  register,
}) => {
  const { page } = await openCaseList(register)
  await openNewCase(page)
  await fillBridge(page, 'Anna Berg', { isUploading: false })
  await saved(page)
  await closings.Escape(page)
  await answer(page, 'keep')
  await keepDraft(page, 'Carla Dietz')
  await expect((await openDrafts(page)).getByRole('listitem')).toHaveText([/Carla Dietz/, /Anna Berg/])

  await continueDraft(page, 'Anna Berg')
  const dialog = newCase(page)
  await expect(toothOf(chartOf(dialog), '25')).toHaveAccessibleName(/Pontic/)
  await dialog.getByRole('button', { name: t('common.do.back') }).click()
  await expect(patientOf(dialog)).toHaveValue('Anna Berg')
  await expect(patientOf(dialog)).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Remark' })).toHaveValue('Her own remark')
  await saved(page)

  await page.reload()
  await expect(patientOf(dialog)).toHaveValue('Anna Berg')
  await dialog.getByRole('button', { name: t('prescription.next') }).click()
  await expect(toothOf(chartOf(dialog), '25')).toHaveAccessibleName(/Pontic/)
  await dialog.getByRole('button', { name: 'Save case' }).click()
  await expect(page).toHaveURL(/\/order\/detail\//)
  await page.goto('/order/list')
  await expect((await openDrafts(page)).getByRole('listitem')).toHaveText([/Carla Dietz/])
})

test('another browser of the clinic continues a draft where it was left, and the drafts of two patients stay apart', async ({
  register,
}) => {
  const { alice, page } = await openCaseList(register)
  await openNewCase(page)
  await fillBridge(page, 'Anna Berg', { isUploading: false })
  await saved(page)
  const other = await alice.open()
  await other.goto('/order/list')
  await patientOf(await openNewCase(other)).fill('Carla Dietz')
  await newCase(other).getByRole('textbox', { name: 'Remark' }).fill('Only about Carla')
  await saved(other)
  // Both forms are open at the same time, and each continues with its own patient.
  await newCase(page)
    .getByRole('button', { name: t('common.do.back') })
    .click()
  await newCase(page).getByRole('textbox', { name: 'Remark' }).fill('Only about Anna')
  await saved(page)
  await closings.Escape(other)
  await answer(other, 'keep')
  await expect((await openDrafts(other)).getByRole('listitem')).toHaveText([/Anna Berg/, /Carla Dietz/])
  await continueDraft(other, 'Anna Berg')
  await expect(patientOf(newCase(other))).toHaveValue('Anna Berg')
  await expect(newCase(other).getByRole('textbox', { name: 'Remark' })).toHaveValue('Only about Anna')
  await newCase(other).getByRole('textbox', { name: 'Remark' }).fill('From the other chair')
  await saved(other)

  // The first browser has an older version: its user chooses, and nothing is lost before.
  await newCase(page).getByRole('textbox', { name: 'Remark' }).fill('From the first chair')
  await expect(newCase(page).getByText(t('errors.draft.changed'))).toBeVisible()
  await expect(newCase(page).getByRole('textbox', { name: 'Remark' })).toHaveValue('From the first chair')
  await newCase(page)
    .getByRole('button', { name: t('orders.drafts.useTheirs') })
    .click()
  await expect(newCase(page).getByRole('textbox', { name: 'Remark' })).toHaveValue('From the other chair')
  await newCase(other).getByRole('textbox', { name: 'Remark' }).fill('Once more')
  await saved(other)
  await newCase(page).getByRole('textbox', { name: 'Remark' }).fill('The first chair decides')
  await newCase(page)
    .getByRole('button', { name: t('orders.drafts.useMine') })
    .click()
  await saved(page)
  const { list } = await alice.client.call('drafts.list', { body: {} })
  const contents = await Promise.all(
    list.map(({ id }) => alice.client.call('drafts.get', { params: { id } })),
  )
  expect(contents.map(({ content }) => [content.values.patientName, content.values.remark])).toEqual([
    ['Anna Berg', 'The first chair decides'],
    ['Carla Dietz', 'Only about Carla'],
  ])
})

test('without a connection the input is kept in the tab, survives a reload, and is saved later', async ({
  register,
}) => {
  const { alice, page } = await openCaseList(register)
  await patientOf(await openNewCase(page)).fill('Anna Berg')
  await saved(page)
  await page.route('**/restful/drafts', (route) => route.abort())
  await patientOf(newCase(page)).fill('Anna Bergmann')
  await expect(newCase(page).getByText(t('orders.drafts.savedHere'))).toBeVisible()
  await page.reload()
  await expect(patientOf(newCase(page))).toHaveValue('Anna Bergmann')
  await page.unroute('**/restful/drafts')
  await saved(page)
  const { list } = await alice.client.call('drafts.list', { body: {} })
  expect(list.map(({ patientName }) => patientName)).toEqual(['Anna Bergmann'])
  expect(await readStorage(page)).not.toContain('Anna')
})

test('Cancel asks before it discards a draft, and closes an empty new case without asking', async ({
  register,
}) => {
  const { alice, page } = await openCaseList(register)
  await openNewCase(page)
  await fillBridge(page, 'Anna Berg')
  await closings.Cancel(page)
  // Escape closes only the question.
  await closings.Escape(page)
  await expect(question(page)).toBeHidden()
  await expect(chartOf(newCase(page))).toBeVisible()
  await closings.Cancel(page)
  // The files are uploaded already, so the registered case is discarded, too.
  await expect(question(page)).toContainText(/Case R?\S+ is discarded, too/)
  await question(page)
    .getByRole('button', { name: t('orders.drafts.discard') })
    .dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  await expect.poll(kept).not.toContain('Anna Berg')
  const countCases = async () => (await alice.client.call('orders.list', { body: {} })).total
  await expect.poll(countCases).toBe(0)
  expect((await alice.client.call('orders.listDiscarded', { body: {} })).list).toMatchObject([
    { patientName: 'Anna Berg' },
  ])
  expect((await alice.client.call('drafts.list', { body: {} })).total).toBe(0)
  await openNewCase(page)
  await closings.Cancel(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Discarding a draft in the list asks the same question.
  await keepDraft(page, 'Carla Dietz')
  const row = (await openDrafts(page)).getByRole('listitem')
  await row.getByRole('button', { name: t('orders.drafts.discardOf', { patient: 'Carla Dietz' }) }).click()
  await answer(page, 'discard')
  await expect(row).toHaveCount(0)
  await expect(page.getByText(t('orders.drafts.noneText'))).toBeVisible()
  await expect.poll(kept).not.toContain('Carla Dietz')
})

test('a draft is neither shown to nor stored for the next account that signs in in the same browser', async ({
  register,
}) => {
  const { page } = await openCaseList(register)
  const erin = await register('clinic', 'erin')
  await keepDraft(page, 'Anna Berg')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await readStorage(page)).not.toContain('Anna Berg')
  await submitSignIn(page, erin)
  await expect(page).not.toHaveURL(/\/login/)
  const listed = page.waitForResponse('**/restful/drafts/list')
  await page.goto('/order/list')
  await listed
  await openNewCase(page)
  await expect(page.getByRole('button', { name: /^Drafts \d/ })).toHaveCount(0)
})

test('a tab deletes all typed texts when another account signs in from a second tab', async ({
  register,
}) => {
  const { page } = await openCaseList(register)
  const erin = await register('clinic', 'erin')
  await patientOf(await openNewCase(page)).fill('Anna Berg')
  const other = await page.context().newPage()
  await other.goto('/login')
  await submitSignIn(other, erin, true)
  await expect(other).not.toHaveURL(/\/login/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/order/list')
  await openNewCase(page)
  await expect(patientOf(newCase(page))).toHaveValue('')
  expect(await readStorage(page)).not.toContain('Anna Berg')
  // Nothing was saved with the session of the other account.
  expect((await erin.client.call('drafts.list', { body: {} })).total).toBe(0)
})

test('from day 20 on, a draft shows in how many days it will be deleted', async ({ register }) => {
  const { page } = await openCaseList(register)
  const name = `Anna Old ${unique()}`
  await keepDraft(page, name)
  for (const [age, notice] of [
    [18, undefined],
    [20, 'deleted in 10 days'],
    [29, 'deleted in 1 day'],
  ] as const) {
    // No other test has a draft of this patient.
    await runSql(
      `update case_draft set updated_at = now() - $1 * interval '1 day' - interval '1 hour' where patient_name = $2`,
      [age, name],
    )
    await page.goto('/order/list?view=drafts')
    await expect(offered(page)).toContainText(name)
    if (notice) await expect(offered(page)).toContainText(notice)
    else await expect(offered(page)).not.toContainText(/deleted in/)
  }
})

test('the draft of a message is not shown in another case', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const anna = await sendCase(alice, bob, 'Anna Berg')
  const ben = await sendCase(alice, bob, 'Ben Carlsen')
  const page = await alice.open()
  const write = page.getByRole('textbox', { name: /^Write to/ })
  const follow = async (number: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: t('shell.searchHint') }).fill(number)
    await page.getByRole('option', { name: number }).click()
    await expect(page.getByRole('main')).toContainText(number)
  }
  // This visit caches the case of Ben, so the page later switches back to it without loading.
  await page.goto(`/order/detail/${ben.id}`)
  await expect(write).toBeVisible()
  await follow(anna.number)
  await write.fill('About Anna Berg alone')
  await follow(ben.number)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ben Carlsen')
  await expect(write).toHaveValue('')
  await follow(anna.number)
  await expect(write).toHaveValue('About Anna Berg alone')
})
