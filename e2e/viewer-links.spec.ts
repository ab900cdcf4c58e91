import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import type { FileRole } from '@pontic/contract'
import sharp from 'sharp'
import { makeBox } from '../packages/viewer/src/measure/bodies.ts'
import { writeStl } from '../packages/viewer/src/mesh/make-scan.ts'
import { becomePartners, createCase, type SentFile, sendTo, uploadFile } from './cases.ts'
import { inspect } from './inspect.ts'
import { drag } from './mouse.ts'
import { type Person, test } from './people.ts'
import { waitForScans } from './viewer.ts'

const box = (name: string, side: number): SentFile => ({
  ...{ name, bytes: Buffer.from(writeStl(makeBox(side, side, side))), type: 'model/stl' },
})

/** Creates a case with two scans and sends it to the laboratory. */
async function sendScans(clinic: Person, lab: Person) {
  await becomePartners(clinic, lab)
  const { id, number } = await createCase(clinic, 'Linked Smile')
  const fileIds: string[] = []
  const scans: readonly (readonly [FileRole, SentFile])[] = [
    ['upper', box('upper.stl', 12)],
    ['design', box('crown.stl', 4)],
  ]
  for (const [role, file] of scans) {
    const { id: fileId } = await uploadFile(clinic, id, file)
    await clinic.client.call('files.setRole', { body: { fileId, role } })
    fileIds.push(fileId)
  }
  await sendTo(lab, clinic, id)
  return { id, number, fileIds }
}

const wide = {
  reducedMotion: 'reduce' as const,
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
}

const viewOf = (page: Page) => page.getByRole('region', { name: '3D view' })
const panelOf = (page: Page, name: string) => viewOf(page).getByRole('region', { name, exact: true })
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Measurements' }).getByRole('listitem')
const outlineOf = (page: Page) => page.getByRole('application', { name: 'Outline' }).locator('path[d$="Z"]')

async function clickAt(canvas: Locator, x: number, y: number): Promise<void> {
  const { width, height } = (await canvas.boundingBox())!
  await canvas.click({ position: { x: width * x, y: height * y } })
}

/** Copies the link to the view. @returns its fragment without the hash sign */
async function copyView(page: Page): Promise<string> {
  await viewOf(page).locator('canvas').press('c')
  await expect(page.getByText('Link to this view copied.').first()).toBeVisible()
  return new URL(page.url()).hash.slice(1)
}

/** Sets two points for a distance, and cuts the scan parallel to the view. @returns the distance as a text */
async function measureAndCut(page: Page, canvas: Locator): Promise<string> {
  await canvas.press('x')
  const section = panelOf(page, 'Section')
  await expect(section.getByText('Preparing the measurement')).toHaveCount(0)
  await section.getByRole('button', { name: 'Cut parallel to the view' }).click()
  await expect(outlineOf(page)).not.toHaveCount(0)
  await canvas.press('d')
  await expect(panelOf(page, 'Measure')).toBeVisible()
  await clickAt(canvas, 0.47, 0.5)
  await clickAt(canvas, 0.53, 0.5)
  const output = rowsOf(page).first().locator('output')
  await expect(output).toHaveText(/^\d+\.\d\d mm$/)
  return output.innerText()
}

type IsColor = (red: number, green: number, blue: number) => boolean

const isRedPen: IsColor = (red, green, blue) => red > 200 && green < 80 && blue < 80
/** The accent of the light theme, in which measurements are drawn. */
const isAccent: IsColor = (red, green, blue) =>
  Math.abs(red - 36) < 12 && Math.abs(green - 70) < 12 && Math.abs(blue - 216) < 12
/** Penetrations in the legend of contacts. */
const isDarkRed: IsColor = (red, green, blue) => red > 80 && red < 235 && green < 45 && blue < 60

async function countPixels(picture: Buffer, isColor: IsColor): Promise<number> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (isColor(data[at]!, data[at + 1]!, data[at + 2]!)) count += 1
  return count
}

/** Saves a picture by an action. @returns its bytes and the name of the file */
async function save(page: Page, act: () => Promise<void>): Promise<{ bytes: Buffer; name: string }> {
  const saving = page.waitForEvent('download')
  await act()
  const saved = await saving
  return { bytes: await readFile(await saved.path()), name: saved.suggestedFilename() }
}

test('a link to a view restores measurements and section for whoever may see the case, and a picture with strokes is sent into its conversation', async ({
  register,
}) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { id } = await sendScans(alice, bob)
  const page = await alice.open(wide)
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 2)
  const length = await measureAndCut(page, canvas)
  await rowsOf(page).first().getByRole('textbox').fill('Ada Secret')
  const view = await copyView(page)
  expect(decodeURIComponent(view)).not.toMatch(/Ada|Secret/)

  const other = await bob.open(wide)
  await other.goto(`/order/detail/${id}#${view}`)
  const otherCanvas = await waitForScans(other, 2)
  await expect(panelOf(other, 'Measure')).toBeVisible()
  await expect(rowsOf(other).first().locator('output')).toHaveText(length)
  await otherCanvas.press('x')
  await expect(outlineOf(other)).not.toHaveCount(0)
  // A damaged state is ignored, and the page works.
  for (const damaged of [
    view.slice(0, -3),
    `${view}!x_1`,
    'view=1!front!glass!-!',
    `${view.split('~')[0]}~9!`,
  ]) {
    await other.goto('about:blank')
    await other.goto(`/order/detail/${id}#${damaged}`)
    await expect(other.getByText('This link is damaged. Its view can’t be shown completely.')).toBeVisible()
    await waitForScans(other, 2)
    await expect(rowsOf(other)).toHaveCount(0)
  }

  // A drawing on the picture goes to the laboratory.
  await canvas.press('s')
  const dialog = page.getByRole('dialog', { name: 'Save as picture' })
  const surface = dialog.getByRole('img', { name: /^Picture with/ })
  const stroke = (row: number) => drag([surface, 0.2, row], [surface, 0.8, row])
  await stroke(0.3)
  await dialog.getByRole('radio', { name: 'Thick line' }).check()
  await stroke(0.5)
  await expect(dialog.getByRole('img', { name: 'Picture with 2 strokes' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(dialog.getByRole('img', { name: 'Picture with 1 stroke' })).toBeVisible()
  await inspect({ page, language: 'en_US', name: 'draw on a picture' })
  const { bytes } = await save(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  expect(await countPixels(bytes, isRedPen)).toBeGreaterThan(500)
  // The picture has the points and the line of the measurement.
  expect(await countPixels(bytes, isAccent)).toBeGreaterThan(200)

  await canvas.press('s')
  await stroke(0.6)
  await expect(dialog.getByRole('img', { name: 'Picture with 1 stroke' })).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Write to/ }).fill('Please look at this edge')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('The picture was sent. It is in the conversation of the case.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const log = other.getByRole('log', { name: 'Messages of this case' })
  await expect(log.getByText('Please look at this edge')).toBeVisible()
  const photo = log.getByRole('img').first()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(500)
  const sent = await photo.evaluate(async (image: HTMLImageElement) => {
    const bytes = new Uint8Array(await (await fetch(image.src)).arrayBuffer())
    return [...bytes]
  })
  expect(await countPixels(Buffer.from(sent), isRedPen)).toBeGreaterThan(200)
})

test('visitors of a preview link measure and open a link to a view only if its creator has allowed it', async ({
  register,
  openPage,
}) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  const { id, number, fileIds } = await sendScans(alice, bob)
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.goto(`/order/detail/${id}`)
  await page.getByRole('button', { name: 'Share 3D' }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${number} in 3D` })
  await dialog.getByRole('checkbox', { name: 'Measuring and comparing allowed' }).check()
  await inspect({ page, language: 'en_US', name: 'new link with tools' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share 3D' }).click()
  await expect(
    dialog.getByRole('listitem').getByRole('img', { name: 'Measuring and comparing allowed' }),
  ).toBeVisible()

  const guest = await openPage(wide)
  await guest.goto(url)
  const canvas = await waitForScans(guest, 2)
  const length = await measureAndCut(guest, canvas)
  const fragment = await copyView(guest)
  // A picture on this page is saved at once, because there is no conversation.
  await canvas.press('k')
  await expect(guest.getByTestId('map-legend')).toBeVisible()
  const { name, bytes } = await save(guest, () => canvas.press('s'))
  expect(name).toBe(`${number}-front.png`)
  // The legend of the map is in the upper right corner.
  const { width = 0 } = await sharp(bytes).metadata()
  const corner = await sharp(bytes)
    .extract({ left: width - 540, top: 0, width: 540, height: 130 })
    .png()
    .toBuffer()
  expect(await countPixels(corner, isDarkRed)).toBeGreaterThan(500)

  // Somebody else opens the link to the view.
  const second = await openPage(wide)
  await second.goto(`${url.split('#')[0]}#${fragment}`)
  await waitForScans(second, 2)
  await expect(rowsOf(second).first().locator('output')).toHaveText(length)

  // The same view with a link that allows no tools and shows one scan of two.
  const { url: plain } = await alice.client.call('previews.createLink', {
    body: { id, fileIds: fileIds.slice(0, 1) },
  })
  const codes = fragment.slice(fragment.indexOf('~'))
  await second.goto('about:blank')
  await second.goto(`${plain}${codes}`)
  // These notices disappear, so they are checked before the scans.
  await expect(
    second.getByText('This link shows the scans without tools. The measurements of the view are left out.'),
  ).toBeVisible()
  await expect(second.getByText('This view also has scans that are not available here: Design')).toBeVisible()
  const looking = await waitForScans(second, 1)
  await expect(second.getByRole('button', { name: 'Measure', exact: true })).toHaveCount(0)
  await looking.press('d')
  await expect(panelOf(second, 'Measure')).toHaveCount(0)
})
