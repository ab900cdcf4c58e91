import { expect, type Locator, type Page } from '@playwright/test'
import { makeBox } from '../packages/viewer/src/measure/bodies.ts'
import { writeStl } from '../packages/viewer/src/mesh/make-scan.ts'
import { createCase, type SentFile, uploadFile, upperScan } from './cases.ts'
import { countInputs } from './clicks.ts'
import { inspect } from './inspect.ts'
import { drag } from './mouse.ts'
import { blockRequests } from './network.ts'
import { type Person, test } from './people.ts'
import { waitForScans } from './viewer.ts'

/** Side of the cube in millimetres. */
const sideMm = 12.34

const cube = (): SentFile => ({
  name: 'cube.stl',
  bytes: Buffer.from(writeStl(makeBox(sideMm, sideMm, sideMm))),
  type: 'model/stl',
})

/** Creates a case with a scan, waits until its levels are built, and opens it. @returns the canvas of the 3D view */
async function openScan(
  clinic: Person,
  file: SentFile,
  options: { viewport?: { width: number; height: number }; hasTouch?: boolean; level?: RegExp } = {},
) {
  const { level, ...context } = options
  const { id } = await createCase(clinic, 'Measured Smile')
  await uploadFile(clinic, id, file)
  const stateOf = async () =>
    (await clinic.client.call('orders.get', { params: { id } })).files[0]?.mesh?.state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready')
  const page = await clinic.open({ reducedMotion: 'reduce', ...context })
  const release = level ? await blockRequests(page, level) : () => {}
  await page.goto(`/order/detail/${id}`)
  return { page, canvas: await waitForScans(page, 1), release }
}

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Measurements' }).getByRole('listitem')
const numberOf = async (row: Locator) =>
  Number.parseFloat((await row.locator('output').innerText()).replace('≈', ''))

/** Asserts that a measurement is the side of the cube. The number appears after its row. */
const expectSide = (row: Locator) =>
  expect.poll(async () => Math.abs((await numberOf(row)) - sideMm)).toBeLessThan(0.02)

/** Waits until the tool has the mesh. */
async function waitForTool(page: Page, name: string): Promise<Locator> {
  const panel = panelOf(page, name)
  await expect(panel).toBeVisible()
  await expect(panel.getByText('Preparing the measurement')).toHaveCount(0)
  return panel
}

/** Clicks or taps the canvas at shares of its width and height. */
async function pointAt(canvas: Locator, x: number, y: number, isTap = false): Promise<void> {
  const { width, height } = (await canvas.boundingBox())!
  const position = { x: width * x, y: height * y }
  await (isTap ? canvas.tap({ position }) : canvas.click({ position }))
}

test('a distance on a real scan takes three inputs, follows a dragged point, can be undone, and is exact once all details are loaded', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { page, canvas, release } = await openScan(alice, upperScan(), { level: /\/levels\/[12]$/ })
  const inputs = await countInputs(page)
  await canvas.press('d')
  await waitForTool(page, 'Measure')
  await pointAt(canvas, 0.45, 0.5)
  await expect(page.getByText('Still missing: 1')).toBeVisible()
  await pointAt(canvas, 0.55, 0.5)
  const row = rowsOf(page).first()
  await expect(row.locator('output')).toHaveText(/^≈ \d+\.\d\d mm$/)
  const { presses, keys } = inputs.read()
  expect(presses + keys).toBe(3)
  await expect(page.getByText('Details are still loading. The numbers will become exact.')).toBeVisible()
  const coarse = await numberOf(row)
  release()
  await expect(row.locator('output')).toHaveText(/^\d+\.\d\d mm$/)
  const exact = await numberOf(row)
  expect(exact).toBeGreaterThan(1)
  expect(Math.abs(exact - coarse)).toBeLessThan(0.2)

  // The user drags the second point to correct it, and undoes that.
  await drag([canvas, 0.55, 0.5], [canvas, 0.6, 0.5])
  await expect.poll(() => numberOf(row)).toBeGreaterThan(exact + 0.5)
  await page.keyboard.press('Control+z')
  // The number from before the drag may be that of the coarser level.
  await expect.poll(async () => Math.abs((await numberOf(row)) - exact)).toBeLessThan(0.2)

  // It gets a name, and letters in the name are no shortcuts.
  const name = row.getByRole('textbox')
  await name.fill('Mesial width')
  await name.press('m')
  await expect(name).toHaveValue('Mesial widthm')
  await expect(page.getByRole('button', { name: 'Matte, with edges' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await inspect({ page, language: 'en_US', name: 'viewer measure' })
  await row.getByRole('button', { name: 'Delete: Mesial widthm' }).click()
  await expect(rowsOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a cube is as thick as its side, measured and cut with the keyboard only', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { page, canvas } = await openScan(alice, cube())
  await canvas.press('d')
  const panel = await waitForTool(page, 'Measure')
  await panel.getByRole('button', { name: 'Wall thickness' }).press('Enter')
  await canvas.focus()
  // The first arrow key shows the crosshair beside the middle of the picture.
  await canvas.press('ArrowLeft')
  await canvas.press('Enter')
  await expect(rowsOf(page)).toHaveCount(1)
  await expectSide(rowsOf(page).first())
  await canvas.press('Escape')
  await canvas.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(canvas).toBeFocused()

  await canvas.press('x')
  const section = await waitForTool(page, 'Section')
  await section.getByRole('button', { name: 'Cut parallel to the view' }).press('Enter')
  const drawing = section.getByRole('application', { name: 'Outline' })
  await expect(drawing.locator('path[d$="Z"]')).toHaveCount(1)
  await drawing.focus()
  await drawing.press('Enter')
  for (let step = 0; step < 4; step += 1) await drawing.press('ArrowRight')
  await drawing.press('Enter')
  for (let step = 0; step < 8; step += 1) await drawing.press('ArrowLeft')
  await drawing.press('Enter')
  await expect(rowsOf(page).first().locator('output')).toHaveText(/^\d+\.\d\d mm$/)
  await section.getByRole('radio', { name: 'Front' }).press('Space')
  // The plane leaves the cube, and comes back.
  const position = section.getByRole('slider', { name: 'Position' })
  await position.press('Home')
  await expect(section.getByText('The plane does not meet any visible scan.')).toBeVisible()
  await position.fill('-2')
  await expect(drawing).toBeVisible()
  await inspect({ page, language: 'en_US', name: 'viewer section' })
  await section.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(drawing).toHaveCount(0)
})

test('two clicks cut a real scan, and a handle moves the plane', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { page, canvas } = await openScan(alice, upperScan())
  await canvas.press('x')
  const section = await waitForTool(page, 'Section')
  await pointAt(canvas, 0.45, 0.5)
  await pointAt(canvas, 0.55, 0.5)
  const outline = section.getByRole('application', { name: 'Outline' }).locator('path').nth(2)
  await expect(outline).toHaveAttribute('d', /^M/)
  const before = await outline.getAttribute('d')
  const position = section.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveValue('0')
  await drag([canvas, 0.5, 0.5], [canvas, 0.5, 0.47])
  await expect(position).not.toHaveValue('0')
  await expect(outline).not.toHaveAttribute('d', before!)
})

test('on a phone the tools are a sheet with controls of the size of a finger, and taps measure', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { page, canvas } = await openScan(alice, cube(), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.getByRole('button', { name: 'Measure', exact: true }).tap()
  const panel = await waitForTool(page, 'Measure')
  const thickness = panel.getByRole('button', { name: 'Wall thickness' })
  const { width, height } = (await thickness.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
  await thickness.tap()
  await pointAt(canvas, 0.45, 0.3, true)
  await expect(rowsOf(page)).toHaveCount(1)
  await expectSide(rowsOf(page).first())
  await inspect({ page, language: 'en_US', name: 'viewer measure phone' })
  await panel.getByRole('button', { name: 'Close' }).tap()
  await expect(panel).toHaveCount(0)
})
