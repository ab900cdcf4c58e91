import { expect, type Locator, type Page } from '@playwright/test'
import { createUploader } from '@pontic/client'
import type { FileRole } from '@pontic/contract'
import sharp from 'sharp'
import { collectPipeline } from '../packages/viewer/src/mesh/run-pipeline.ts'
import { createCase, lowerScan, type SentFile, smallScan, uploadFile, upperScan } from './cases.ts'
import { inspect } from './inspect.ts'
import { blockRequests } from './network.ts'
import { type Person, test } from './people.ts'
import { portalUrl, runSql } from './portal.ts'
import {
  drawnPictureOf,
  expectDrawn,
  findGround,
  isCut,
  type Picture,
  pictureOf,
  shareOfModel,
  sizeOfModel,
  waitForScans,
} from './viewer.ts'

const linkPassword = 'see-the-scan-7'

/** Creates a case with the real pair of scans and waits until the server has built their previews. */
async function createPair(clinic: Person, patientName: string) {
  const { id, number } = await createCase(clinic, patientName)
  const scans: [FileRole, SentFile][] = [
    ['upper', upperScan()],
    ['lower', lowerScan()],
  ]
  const { files } = await clinic.client.call('files.announce', {
    body: {
      id,
      files: scans.map(([role, { name, bytes }]) => ({ name, sizeBytes: bytes.length, role })),
    },
  })
  const uploader = createUploader(clinic.client)
  for (const [at, [, { bytes }]] of scans.entries())
    uploader.add(new Blob([new Uint8Array(bytes)]), files[at]!)
  await uploader.whenIdle()
  uploader.dispose()
  const states = async () => {
    const { files } = await clinic.client.call('orders.get', { params: { id } })
    return files.map((file) => file.mesh?.state)
  }
  await expect.poll(states, { timeout: 60_000 }).toEqual(['ready', 'ready'])
  return { id, number }
}

/** Blocks requests for all levels except the coarse one. @returns a function that lets them continue */
const blockFinerLevels = (page: Page) => blockRequests(page, /\/levels\/[12]$/)

const viewOf = (page: Page) => page.getByRole('region', { name: '3D view' })
const toolOf = (page: Page, name: string) => viewOf(page).getByRole('button', { name, exact: true })

/** Copies the link to the view. @returns its fragment */
async function copyView(page: Page): Promise<string> {
  const canvas = viewOf(page).locator('canvas')
  // The notice of the copy before may still be visible.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await canvas.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
  await expect(page.getByText('Link to this view copied.').first()).toBeVisible()
  return new URL(page.url()).hash
}

/** Counts the pixels that are background in one picture and model in the other. @returns the count per pixel of the model in `one` */
function outlineChange(one: Picture, other: Picture): number {
  // The pictures have different sizes, because the page was changing.
  if (one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY
  const [isGroundBefore, isGroundAfter] = [findGround(one), findGround(other)]
  let changed = 0
  for (let at = 0; at < one.data.length; at += 3) if (isGroundBefore(at) !== isGroundAfter(at)) changed += 1
  expect(shareOfModel(one)).toBeGreaterThan(0.03)
  expect(shareOfModel(one)).toBeLessThan(0.9)
  return changed / sizeOfModel(one)
}

/** Computes the mean brightness of a picture, 0 to 255. */
function lightness({ data }: Picture): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

/** Loses and restores the WebGL context. */
const webglOf = (page: Page) => ({
  lose: () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[role="application"]')
      const extension = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      Object.assign(window, { webglLoss: extension })
      extension?.loseContext()
    }),
  restore: () =>
    page.evaluate(() => (window as unknown as { webglLoss: WEBGL_lose_context }).webglLoss.restoreContext()),
})

test('the viewer shows coarse levels first, refines them without moving the camera, and has working tools', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id, number } = await createPair(alice, 'Level Smile')
  const page = await alice.open({
    permissions: ['clipboard-read', 'clipboard-write'],
    // Reduced motion stops the camera at once after a key press.
    reducedMotion: 'reduce',
  })
  const release = await blockFinerLevels(page)
  const completeFiles: string[] = []
  page.on('request', (request) => {
    if (/\/(?:previews|files)\/[0-9a-f-]{36}$/.test(new URL(request.url()).pathname))
      completeFiles.push(request.url())
  })
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 2)
  await expect(viewOf(page).getByText('Loading details').first()).toBeVisible()

  // Camera: the user rotates it, then a finer level is loaded.
  await canvas.press('ArrowRight')
  await canvas.press('ArrowDown')
  await expect(viewOf(page).getByText('Custom view')).toBeVisible()
  const farSize = sizeOfModel(await drawnPictureOf(canvas))
  await canvas.press('+')
  await expect.poll(async () => sizeOfModel(await pictureOf(canvas))).toBeGreaterThan(farSize * 1.2)
  const before = await copyView(page)
  // The readout moves when "Loading details" disappears, which would count as a change of the outline.
  const showReadout = (visibility: string) =>
    viewOf(page)
      .getByTestId('viewer-readout')
      .evaluate((readout, value) => {
        ;(readout as HTMLElement).style.visibility = value
      }, visibility)
  await showReadout('hidden')
  const coarse = await drawnPictureOf(canvas)
  release()
  await expect(viewOf(page).getByText('Loading details')).toHaveCount(0)
  expect(await copyView(page)).toBe(before)
  expect(outlineChange(coarse, await drawnPictureOf(canvas))).toBeLessThan(0.02)
  await showReadout('')
  expect(completeFiles).toEqual([])

  // Layers: visibility, opacity and ghost.
  await toolOf(page, 'Scans').click()
  const both = await drawnPictureOf(canvas)
  const shown = viewOf(page).getByRole('button', { name: 'Show Lower jaw', exact: true })
  await shown.click()
  await expect(shown).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => outlineChange(both, await pictureOf(canvas))).toBeGreaterThan(0.1)
  await shown.click()
  const ghost = viewOf(page).getByRole('button', { name: 'Show Upper jaw translucent' })
  await ghost.click()
  await expect(viewOf(page).getByRole('slider', { name: 'Opacity of Upper jaw' })).toHaveValue('35')
  await ghost.click()
  await expect(viewOf(page).getByRole('slider', { name: 'Opacity of Upper jaw' })).toHaveValue('100')
  await viewOf(page).getByRole('slider', { name: 'Opacity of Upper jaw' }).fill('60')

  // Views, matte mode, and a link to the view.
  await canvas.press('4')
  await expect(toolOf(page, 'Upper arch, occlusal')).toHaveAttribute('aria-pressed', 'true')
  await expect(viewOf(page).getByText('Hidden in this view')).toBeVisible()
  await canvas.press('3')
  await expect(viewOf(page).getByTestId('viewer-readout')).toContainText('Patient’s left side')
  const natural = lightness(await drawnPictureOf(canvas))
  await canvas.press('m')
  await expect(toolOf(page, 'Matte, with edges')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => Math.abs(lightness(await pictureOf(canvas)) - natural)).toBeGreaterThan(1)
  const link = await copyView(page)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const other = await alice.open()
  await other.goto(`/order/detail/${id}${link}`)
  await waitForScans(other, 2)
  await expect(viewOf(other).getByTestId('viewer-readout')).toContainText('Patient’s left side')
  await expect(toolOf(other, 'Matte, with edges')).toHaveAttribute('aria-pressed', 'true')
  await toolOf(other, 'Scans').click()
  await expect(viewOf(other).getByRole('slider', { name: 'Opacity of Upper jaw' })).toHaveValue('60')
  await inspect({ page: other, language: 'en_US', name: 'viewer matte' })

  // Screenshot, and a lost and restored WebGL context.
  const saving = page.waitForEvent('download')
  await canvas.press('s')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${number}-left.png`)
  const { channels } = await sharp(await saved.path()).stats()
  expect(channels.some(({ stdev }) => stdev > 5)).toBe(true)
  const drawn = await drawnPictureOf(canvas)
  await webglOf(page).lose()
  await expect(page.getByText('The 3D view was paused')).toBeVisible()
  await webglOf(page).restore()
  await expect(page.getByText('The 3D view was paused')).toHaveCount(0)
  await expectDrawn(canvas)
  await expect.poll(async () => outlineChange(drawn, await pictureOf(canvas))).toBeLessThan(0.01)
})

test('T66: a preview link with a password shows only the chosen scan, and the clinic sees its visits and revokes it', async ({
  register,
  openPage,
}) => {
  const alice = await register('clinic', 'alice')
  const { id, number } = await createPair(alice, 'Chosen Smile')
  const page = await alice.open()
  await page.goto(`/order/detail/${id}`)
  const share = page.getByRole('button', { name: 'Share 3D' })
  await share.click()
  const dialog = page.getByRole('dialog', { name: `Share ${number} in 3D` })
  await dialog.getByRole('checkbox', { name: 'Lower jaw' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Upper jaw' }).uncheck()
  await dialog.getByRole('textbox', { name: 'Password' }).fill('short')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Select at least one scan.')).toBeVisible()
  await inspect({ page, language: 'en_US', name: 'new link with faults' })
  await dialog.getByRole('checkbox', { name: 'Upper jaw' }).check()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(linkPassword)
  await dialog.getByLabel('Validity in days').fill('3')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(url).toMatch(new RegExp(`^${portalUrl}/open/preview3d#[\\w-]{72}$`))
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()

  const guest = await openPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    // Reduced motion stops the camera at once after a touch.
    reducedMotion: 'reduce',
  })
  await guest.goto(url)
  const field = guest.getByRole('textbox', { name: 'Password' })
  await expect(guest.getByText(number)).toHaveCount(0)
  await field.fill('another-word-7')
  await guest.getByRole('button', { name: 'Show the scans' }).click()
  await expect(
    guest.getByText('The password of this link is incorrect. Ask the sender for it.'),
  ).toBeVisible()
  await inspect({ page: guest, language: 'en_US', name: 'preview password' })
  await field.fill(linkPassword)
  await field.press('Enter')
  const canvas = await waitForScans(guest, 1)
  await expect(guest.getByRole('heading', { name: `Case ${number}` })).toBeVisible()
  await expect(guest.getByText('Chosen Smile')).toHaveCount(0)
  await guest.emulateMedia({ colorScheme: 'dark' })
  // A rotated phone does not cut off the model that the user has rotated. Rotating the phone back restores the picture.
  const [upright, lying] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]
  const turn = async (size: typeof lying) => {
    await guest.setViewportSize(size)
    // Waits until the scene has the new aspect ratio, because a touch before that would rotate the model in the old ratio.
    const shapeOf = (drawn: Element) => {
      const { width, clientWidth } = drawn as HTMLCanvasElement
      return { width: width / Math.min(2, devicePixelRatio), clientWidth }
    }
    const hasShape = async () => {
      const { width, clientWidth } = await canvas.evaluate(shapeOf)
      return Math.abs(width - clientWidth) <= 1 && clientWidth > upright.width === (size === lying)
    }
    await expect.poll(hasShape).toBe(true)
  }
  await turn(lying)
  await drag(guest, canvas)
  await expect(viewOf(guest).getByTestId('viewer-readout')).toContainText('Custom view')
  const turned = await drawnPictureOf(canvas)
  await turn(upright)
  await expect.poll(async () => isCut(await pictureOf(canvas))).toBe(false)
  await expectDrawn(canvas)
  const shareBefore = shareOfModel(await drawnPictureOf(canvas))
  await turn(lying)
  await expect.poll(async () => outlineChange(turned, await pictureOf(canvas))).toBeLessThan(0.02)
  // The scan keeps its size when the phone is rotated repeatedly with a touch after each rotation.
  for (const size of [upright, lying, upright]) {
    await turn(size)
    await drag(guest, canvas)
  }
  expect(shareOfModel(await drawnPictureOf(canvas))).toBeGreaterThan(shareBefore / 3)
  await inspect({ page: guest, language: 'en_US', name: 'preview of a chosen scan' })
  // The tab stores the pass that it got for the password, so a reload does not ask again. Preloaded files are not requested twice.
  const levels: string[] = []
  guest.on('request', (request) => /\/levels\/\d$/.test(request.url()) && levels.push(request.url()))
  await guest.reload()
  await waitForScans(guest, 1)
  expect(levels.filter((url) => url.endsWith('/0'))).toHaveLength(1)
  expect(new Set(levels).size).toBe(levels.length)

  await page.reload()
  await share.click()
  const links = dialog.getByRole('list', { name: 'Links of this case' })
  await expect(links.getByRole('listitem').first()).toContainText('Upper jaw')
  await links.getByText('Opened 2 times').click()
  await expect(links.getByText('10.', { exact: false }).first()).toContainText('.0/24')
  await inspect({ page, language: 'en_US', name: 'links of a case' })
  await links.getByRole('button', { name: /^Revoke the link/ }).click()
  await links.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(links.getByText('Revoked')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('This link was revoked', { exact: true })).toBeVisible()

  // The next link expires.
  await dialog.getByRole('button', { name: 'New link' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const second = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await guest.goto('about:blank')
  // A failed request for a coarse level is repeated once.
  await guest.route(/\/levels\/0$/, (route) => route.abort(), { times: 1 })
  await guest.goto(second)
  await waitForScans(guest, 2)
  await runSql(`update preview_link set expires_at = now() - interval '1 second' where order_id = $1`, [id])
  await guest.reload()
  await expect(
    guest.getByText('This preview link is not valid or has expired. Ask the sender for a new one.'),
  ).toBeVisible()
})

/** Drags a finger from left to right over the canvas. */
async function drag(page: Page, canvas: Locator): Promise<void> {
  const box = (await canvas.boundingBox())!
  const client = await page.context().newCDPSession(page)
  const at = (share: number) => [
    { x: box.x + box.width * share, y: box.y + box.height * 0.5, id: 1, radiusX: 4, radiusY: 4, force: 1 },
  ]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.35) })
  for (const share of [0.4, 0.45, 0.5, 0.55])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a browser without WebGL shows the server’s pictures and the reason', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createPair(alice, 'Picture Smile')
  const page = await alice.open()
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto(`/order/detail/${id}`)
  await expect(page.getByText('The scans can’t be shown here')).toBeVisible()
  for (const name of ['Upper jaw', 'Lower jaw']) {
    const picture = page.getByRole('img', { name: `Picture of the scan: ${name}` })
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(500)
  }
  await inspect({ page, language: 'en_US', name: 'viewer without WebGL' })
})

test('the browser parses a compressed scan that the server has not processed yet', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Packed Smile')
  const { levels } = await collectPipeline(new Uint8Array(smallScan().bytes))
  const packed = { name: 'packed.glb', bytes: Buffer.from(levels.at(-1)!.bytes), type: 'model/gltf-binary' }
  const { id: fileId } = await uploadFile(alice, id, packed)
  const fileOf = async () => (await alice.client.call('orders.get', { params: { id } })).files[0]!
  await expect.poll(async () => (await fileOf()).mesh?.state).toBe('ready')
  // Resets the scan to the state before processing.
  await runSql(
    `update mesh set state = 'waiting', levels = '[]', facts = null, has_picture = false, created_at = now()
     where key in (select mesh_key from order_file where order_id = $1)`,
    [id],
  )
  const page = await alice.open()
  const scanRequested = page.waitForRequest((request) => request.url().endsWith(`/files/${fileId}`))
  await page.goto(`/order/detail/${id}`)
  await scanRequested
  await waitForScans(page, 1)
})

test('a 3D view that is scrolled half under the top bar is drawn completely', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Half Smile')
  await uploadFile(alice, id, smallScan())
  const page = await alice.open({ viewport: { width: 390, height: 844 } })
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 1)
  await canvas.evaluate((element) => scrollTo(0, element.getBoundingClientRect().bottom + scrollY - 368))
  await expect.poll(async () => Math.round((await canvas.boundingBox())!.y)).toBeLessThan(0)
  const { x, width } = (await canvas.boundingBox())!
  const strip = { left: Math.ceil(x), width: Math.floor(width), top: 310, height: 50 }
  const { dominant, channels } = await sharp(await page.screenshot())
    .extract(strip)
    .stats()
  // The strip shows the background of the light theme, not the black of undrawn pixels.
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(200)
  expect(Math.min(...channels.map(({ min }) => min))).toBeGreaterThan(0)
})
