import { expect, type Locator, type Page } from '@playwright/test'
import type { FileRole } from '@pontic/contract'
import { createCase, lowerScan, type SentFile, uploadFile, upperScan } from './cases.ts'
import { countInputs } from './clicks.ts'
import { type Person, test } from './people.ts'
import { drawnPictureOf, type Picture, waitForScans } from './viewer.ts'
import { figure, openTool, viewOf } from './viewer-panels.ts'

type Point = readonly [number, number, number]

/** Moves the vertices of an OBJ. */
function moveScan(scan: SentFile, name: string, move: (point: Point) => Point): SentFile {
  const text = scan.bytes
    .toString('utf8')
    .replaceAll(
      /^v (\S+) (\S+) (\S+)/gm,
      (_, x, y, z) => `v ${move([Number(x), Number(y), Number(z)]).join(' ')}`,
    )
  return { ...scan, name, bytes: Buffer.from(text) }
}

/** The upper scan of the demo pair in a bite with the lower one. Their files contain no bite. */
const upperInBite = () => moveScan(upperScan(), 'bitten.obj', ([x, y, z]) => [x - 0.75, y + 7.2, z - 3])

/** The upper scan, turned by 6° and moved by some millimetres. */
const upperTurned = () => {
  const [cos, sin] = [Math.cos(0.105), Math.sin(0.105)]
  return moveScan(upperScan(), 'second.obj', ([x, y, z]) => [
    cos * x - sin * y + 1.5,
    sin * x + cos * y - 1,
    z + 0.8,
  ])
}

async function openCase(person: Person, scans: readonly (readonly [FileRole, SentFile])[]): Promise<Page> {
  const { id } = await createCase(person, 'Mara Map')
  for (const [role, scan] of scans) {
    const { id: fileId } = await uploadFile(person, id, scan)
    await person.client.call('files.setRole', { body: { fileId, role } })
  }
  const page = await person.open({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/order/detail/${id}`)
  await waitForScans(page, scans.length)
  return page
}

const numberOf = async (place: Locator) =>
  Number.parseFloat(((await place.textContent()) ?? '').replaceAll(',', ''))

/** Waits until the figures are those of the finest level. */
const expectExact = (panel: Locator) =>
  expect(panel.getByText(/Computing the colours|details are still loading/)).toHaveCount(0, {
    timeout: 60_000,
  })

/** Counts the pixels of a picture that match. */
function countPixels(
  { data }: Picture,
  matches: (red: number, green: number, blue: number) => boolean,
): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (matches(data[at]!, data[at + 1]!, data[at + 2]!)) count += 1
  return count
}

/** Finds a pixel whose neighbours match, too, as shares of width and height. */
function findInside(
  { data, width, height }: Picture,
  matches: (red: number, green: number, blue: number) => boolean,
): { x: number; y: number } {
  const isMatch = (x: number, y: number) => {
    const at = (y * width + x) * 3
    return matches(data[at]!, data[at + 1]!, data[at + 2]!)
  }
  for (let y = 3; y < height - 3; y += 1)
    for (let x = 3; x < width - 3; x += 1)
      if ([-3, 0, 3].every((dx) => [-3, 0, 3].every((dy) => isMatch(x + dx, y + dy))))
        return { x: x / width, y: y / height }
  throw new Error('The picture has no such place.')
}

const isPaperBlue = (red: number, green: number, blue: number) =>
  blue > 110 && blue > red * 1.6 && blue > green * 1.4
const isOrange = (red: number, _: number, blue: number) => red > 120 && red > blue * 1.7

test('contacts of two jaws are marked like articulating paper and counted, and too little clearance is coloured', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await openCase(alice, [
    ['upper', upperInBite()],
    ['lower', lowerScan()],
  ])
  const canvas = viewOf(page).locator('canvas')
  await canvas.focus()
  await page.keyboard.press('5')
  const inputs = await countInputs(page)
  const panel = await openTool(page, 'k', 'Contacts and clearance')
  await expect(figure(panel, 'Contacts')).toBeVisible({ timeout: 60_000 })
  expect(await inputs.read()).toMatchObject({ presses: 0, keys: 1 })
  await expectExact(panel)
  await expect(panel.getByTestId('map-legend')).toContainText('0.1')
  expect(await numberOf(figure(panel, 'Contacts'))).toBeGreaterThan(3)
  expect(await numberOf(figure(panel, 'Penetrations'))).toBeGreaterThan(0)
  expect(await numberOf(figure(panel, 'Contact area'))).toBeGreaterThan(0.5)
  expect(await figure(panel, 'Smallest distance').textContent()).toMatch(/^-0\.\d\d mm$/)
  const marked = countPixels(await drawnPictureOf(canvas), isPaperBlue)
  expect(marked).toBeGreaterThan(50)
  expect(marked).toBeLessThan(20_000)

  await panel.getByText('Clearance', { exact: true }).click()
  await panel.getByText('2.00 mm', { exact: true }).click()
  await expect(figure(panel, 'Area below 2.00 mm')).toBeVisible({ timeout: 60_000 })
  const below = await numberOf(figure(panel, 'Area below 2.00 mm'))
  await panel.getByText('1.00 mm', { exact: true }).click()
  await expect(figure(panel, 'Area below 1.00 mm')).toBeVisible({ timeout: 60_000 })
  expect(await numberOf(figure(panel, 'Area below 1.00 mm'))).toBeLessThan(below)
  expect(countPixels(await drawnPictureOf(canvas), isOrange)).toBeGreaterThan(500)

  // The pointer reads the value of a coloured tooth.
  const place = findInside(await drawnPictureOf(canvas), isOrange)
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 2, box.y + 2)
  await page.mouse.move(box.x + box.width * place.x, box.y + box.height * place.y)
  await expect(page.getByTestId('map-probe')).toHaveText(/^(> )?-?\d\.\d\d mm$/)
  await canvas.focus()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect.poll(async () => countPixels(await drawnPictureOf(canvas), isOrange)).toBe(0)
})

test('two versions of a scan are aligned, compared as a map, side by side and alternating, and nothing is stored', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await openCase(alice, [
    ['upper', upperScan()],
    ['upper', upperTurned()],
  ])
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/(?:files|orders)/.test(request.url())) writes.push(request.url())
  })
  const canvas = viewOf(page).locator('canvas')
  await canvas.focus()
  await page.keyboard.press('4')
  const panel = await openTool(page, 'v', 'Compare versions')
  await expect(panel.getByLabel('Coloured scan')).toHaveValue(/./)
  await expect(figure(panel, 'RMS deviation')).toBeVisible({ timeout: 60_000 })
  await expectExact(panel)
  expect(await numberOf(figure(panel, 'RMS deviation'))).toBeGreaterThan(0.2)

  await panel.getByRole('button', { name: 'Best fit' }).click()
  await expect(figure(panel, 'RMS of the fit')).toHaveText(/^0\.00[0-4] mm$/, { timeout: 60_000 })
  await expect(figure(panel, 'RMS deviation')).toHaveText(/^0.00\d mm$/, { timeout: 60_000 })
  await expect(figure(panel, 'Within ±0.05 mm')).toHaveText('100%')
  await expect(panel.getByText('The file stays as it is.')).toBeVisible()
  await expect(panel.getByRole('img', { name: 'Share of the surface by deviation' })).toBeVisible()
  expect(countPixels(await drawnPictureOf(canvas), isOrange)).toBe(0)

  await panel.getByRole('button', { name: 'Original position' }).click()
  await expect(figure(panel, 'RMS of the fit')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Set three points' }).click()
  const setPoints = panel.getByRole('status').filter({ hasText: 'points on the left' })
  await expect(setPoints).toContainText('(0 set)')
  for (const half of [0, 0.5])
    for (const [x, y] of [
      [0.075, 0.54],
      [0.21, 0.405],
      [0.395, 0.535],
    ] as const)
      await clickScan(canvas, [x + half, y], setPoints)
  await expect(figure(panel, 'RMS of the fit')).toHaveText(/^0\.00[0-4] mm$/, { timeout: 60_000 })

  await panel.getByText('Side by side', { exact: true }).click()
  await expect(viewOf(page).locator('[data-look]').getByText('Upper jaw 1', { exact: true })).toBeVisible()
  const picture = await drawnPictureOf(canvas)
  const halves = [0, 1].map((side) => countModel(picture, side))
  expect(Math.min(...halves)).toBeGreaterThan(2000)
  expect(Math.max(...halves) / Math.min(...halves)).toBeLessThan(1.2)
  await canvas.press('c')
  await expect.poll(() => new URL(page.url()).hash).toContain('!v_split_')
  const link = page.url()
  await panel.getByText('Alternating', { exact: true }).click()
  await panel.getByRole('button', { name: 'Show the other scan' }).click()
  await expect(viewOf(page).locator('[data-look="blink"]')).toHaveText('Upper jaw 1')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(viewOf(page).getByRole('button', { name: 'Show Upper jaw 1' })).toHaveCount(0)
  expect(writes).toEqual([])

  // The link compares the same scans in the same way, and aligns them again.
  await page.goto('about:blank')
  await page.goto(link)
  await expect(figure(panel, 'RMS of the fit')).toHaveText(/^0\.00[0-4] mm$/, { timeout: 60_000 })
  await expect(viewOf(page).locator('[data-look="split"]')).toContainText('Upper jaw 1')
})

/**
 * Clicks the pixel of a scan that is nearest to a place, and waits until the point is set. The worker may first finish a map.
 * @param place shares of the width and height of the picture
 */
async function clickScan(canvas: Locator, [x, y]: readonly [number, number], setPoints: Locator) {
  // Without a text once all points are set.
  const text = async () => (await setPoints.allTextContents()).join()
  const before = await text()
  const { width, height } = (await canvas.boundingBox())!
  const pixel = findScan(await drawnPictureOf(canvas), x * width, y * height)
  await canvas.click({ position: pixel })
  await expect.poll(text).not.toBe(before)
}

/** Finds the pixel nearest to a place whose neighbours all show a scan. */
function findScan(picture: Picture, x: number, y: number): { x: number; y: number } {
  const isScan = findScans(picture)
  const reach = [-4, 0, 4]
  const steps = Array.from({ length: 81 }, (_, at) => at - 40)
  const near = steps
    .flatMap((right) => steps.map((down) => ({ right, down })))
    .sort((one, other) => Math.hypot(one.right, one.down) - Math.hypot(other.right, other.down))
    .map(({ right, down }) => ({ x: Math.round(x) + right, y: Math.round(y) + down }))
    .find((at) => reach.every((dx) => reach.every((dy) => isScan(at.x + dx, at.y + dy))))
  if (!near) throw new Error('The picture has no scan near this place.')
  return near
}

/** Returns a function that checks whether a pixel differs from the background. */
function findScans({ data, width, height }: Picture): (x: number, y: number) => boolean {
  const at = (x: number, y: number) => (y * width + x) * 3
  // No control covers this pixel of the background.
  const ground = at(Math.floor(width / 2) - 20, height - 20)
  return (x, y) => Math.abs(data[at(x, y)]! - data[ground]!) > 12
}

/** Counts the pixels of a half that differ from the background. */
function countModel(picture: Picture, side: number): number {
  const { width, height } = picture
  const isScan = findScans(picture)
  let count = 0
  for (let y = 60; y < height; y += 1)
    for (let x = Math.floor((side * width) / 2) + 4; x < ((side + 1) * width) / 2 - 4; x += 1)
      if (isScan(x, y)) count += 1
  return count
}

test('undercuts follow the direction of the view, and margins and thin walls are coloured', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await openCase(alice, [['lower', lowerScan()]])
  const canvas = viewOf(page).locator('canvas')
  const panel = await openTool(page, 'u', 'Undercuts, margin, walls')
  await expect(figure(panel, 'Undercut area')).toBeVisible({ timeout: 60_000 })
  await expectExact(panel)
  const fromAbove = await numberOf(figure(panel, 'Undercut area'))
  expect(fromAbove).toBeGreaterThan(100)
  await expect(figure(panel, 'Greatest depth')).toHaveText(/^\d\.\d\d mm$/)
  await canvas.focus()
  await page.keyboard.press('1')
  await panel.getByRole('button', { name: 'Direction of this view' }).click()
  await expect.poll(() => numberOf(figure(panel, 'Undercut area'))).not.toBe(fromAbove)
  await panel.getByRole('switch', { name: 'Follow the view' }).press('Space')
  await canvas.focus()
  await page.keyboard.press('5')
  await expect
    .poll(
      async () => Math.abs((await numberOf(figure(panel, 'Undercut area'))) - fromAbove) < fromAbove * 0.02,
    )
    .toBe(true)

  await panel.getByText('Margin line', { exact: true }).click()
  await expect(panel.getByTestId('map-legend')).toContainText('Groove')
  await expect.poll(async () => countPixels(await drawnPictureOf(canvas), isOrange)).toBeGreaterThan(200)

  await panel.getByText('Walls', { exact: true }).click()
  await expect(figure(panel, 'Area below 0.80 mm')).toBeVisible({ timeout: 60_000 })
  const minimum = panel.getByLabel('Minimum thickness in mm')
  await panel.getByLabel('Material').selectOption({ label: 'Lithium disilicate' })
  await expect(minimum).toHaveValue('1')
  await minimum.fill('40')
  await expect(panel.getByText('Enter 0.1 to 5.')).toBeVisible()
  await expect(figure(panel, 'Area below 1.00 mm')).toBeVisible()
  await minimum.fill('3')
  await expect(figure(panel, 'Area below 3.00 mm')).toBeVisible()
})
