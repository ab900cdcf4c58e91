import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { createCase, smallScan, uploadFile } from './cases.ts'
import { inspect, textsOf } from './inspect.ts'
import { type Person, test } from './people.ts'
import { drawnPictureOf, findGround, type Picture, shareOfModel, waitForScans } from './viewer.ts'

const t = textsOf('en_US')

/** Creates a case with one scan and waits until the server has built its preview. */
async function createScanned(clinic: Person, patientName: string) {
  const created = await createCase(clinic, patientName)
  await uploadFile(clinic, created.id, smallScan())
  const stateOf = async () =>
    (await clinic.client.call('orders.get', { params: { id: created.id } })).files[0]?.mesh?.state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready')
  return created
}

const viewOf = (page: Page) => page.getByRole('region', { name: '3D view' })
const readoutOf = (page: Page) => viewOf(page).getByTestId('viewer-readout')

/** Finds a pixel of the model that is far from the middle: on the row through the middle, right of it. */
async function findPointOfModel(canvas: Locator): Promise<{ x: number; y: number }> {
  const picture = await drawnPictureOf(canvas)
  const isGround = findGround(picture)
  const row = Math.floor(picture.height / 2)
  const columns = Array.from({ length: picture.width }, (_, x) => x).filter(
    (x) => !isGround((row * picture.width + x) * 3),
  )
  const box = (await canvas.boundingBox())!
  const column = columns[Math.floor(columns.length * 0.75)]!
  return { x: box.x + (column / picture.width) * box.width, y: box.y + box.height / 2 }
}

/** Computes the share of pixels that are not the background of the light theme, also if the surface fills the picture. */
function shareOfSurface({ data }: Picture): number {
  const ground = [0xf7, 0xf7, 0xf5]
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if (ground.some((value, channel) => Math.abs(data[at + channel]! - value) > 8)) count += 1
  return count / (data.length / 3)
}

/** Whether the model covers the middle of the picture. */
function coversMiddle(picture: Picture): boolean {
  const isGround = findGround(picture)
  const [x, y] = [Math.floor(picture.width / 2), Math.floor(picture.height / 2)]
  return !isGround((y * picture.width + x) * 3)
}

async function drag(
  page: Page,
  from: { x: number; y: number },
  by: [number, number],
  button: 'left' | 'right',
) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button })
  await page.mouse.move(from.x + by[0] / 2, from.y + by[1] / 2)
  await page.mouse.move(from.x + by[0], from.y + by[1])
  await page.mouse.up({ button })
}

test('the wheel never passes the teeth, a drag rotates over the pole, and a double click moves a tooth to the middle', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createScanned(alice, 'Turning Smile')
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 1)
  const point = await findPointOfModel(canvas)

  // A double click moves the point to the middle.
  await page.mouse.dblclick(point.x, point.y)
  await expect.poll(async () => coversMiddle(await drawnPictureOf(canvas))).toBe(true)
  await canvas.press('1')

  // Thirty steps end in front of the surface, which then fills the picture.
  await page.mouse.move(point.x, point.y)
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, -100)
  await expect.poll(async () => shareOfSurface(await drawnPictureOf(canvas))).toBeGreaterThan(0.6)
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, -100)
  await expect.poll(async () => shareOfSurface(await drawnPictureOf(canvas))).toBeGreaterThan(0.6)

  // A drag over twice the height rotates over the pole, and the model stays in the picture.
  await canvas.press('f')
  for (let turn = 0; turn < 3; turn += 1) await drag(page, point, [0, -200], 'left')
  await expect(readoutOf(page)).toContainText('Custom view')
  expect(shareOfModel(await drawnPictureOf(canvas))).toBeGreaterThan(0.01)

  // A link keeps the rotation.
  await canvas.press('1')
  await drag(page, point, [60, -120], 'left')
  const before = await drawnPictureOf(canvas)
  await canvas.press('c')
  await expect.poll(() => new URL(page.url()).hash).toContain('#view=')
  await canvas.press('1')
  await page.reload()
  const shown = await waitForScans(page, 1)
  // Edges differ a little, because a picture during a movement has fewer pixels.
  const difference = async () => shareOfModel(await drawnPictureOf(shown)) - shareOfModel(before)
  await expect.poll(async () => Math.abs(await difference())).toBeLessThan(0.02)
})

test('mouse buttons are chosen as in other software and kept, and a SpaceMouse moves the model', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createScanned(alice, 'Handy Smile')
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    // A device as the browser would present it, because no test machine has one.
    const device = Object.assign(new EventTarget(), {
      opened: false,
      vendorId: 0x256f,
      open: async () => void Object.assign(device, { opened: true }),
      close: async () => void Object.assign(device, { opened: false }),
    })
    const hid = Object.assign(new EventTarget(), {
      getDevices: async () => [],
      requestDevice: async () => [device],
    })
    Object.defineProperty(navigator, 'hid', { value: hid })
    Object.assign(window, { spaceMouse: device })
  })
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 1)
  await canvas.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts of the 3D view' })
  await help.getByRole('combobox', { name: 'Mouse buttons' }).selectOption('exocad')
  await expect(help.getByText('Right button turns', { exact: false })).toBeVisible()
  await inspect({ page, language: 'en_US', name: 'viewer keys and mouse' })
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  const point = await findPointOfModel(canvas)
  await drag(page, point, [80, 40], 'left')
  await expect(readoutOf(page)).toContainText('Front')
  await drag(page, point, [80, 40], 'right')
  await expect(readoutOf(page)).toContainText('Custom view')

  await page.reload()
  await waitForScans(page, 1)
  await canvas.press('?')
  await expect(help.getByRole('combobox', { name: 'Mouse buttons' })).toHaveValue('exocad')
  await canvas.press('1')
  await expect(readoutOf(page)).toContainText('Front')
  await help.getByRole('button', { name: 'Connect a SpaceMouse' }).click()
  await expect(help.getByText('SpaceMouse connected')).toBeVisible()
  const report = (values: number[]) =>
    page.evaluate((numbers) => {
      const data = new DataView(new ArrayBuffer(numbers.length * 2))
      for (const [at, value] of numbers.entries()) data.setInt16(at * 2, value, true)
      const { spaceMouse } = window as unknown as { spaceMouse: EventTarget }
      spaceMouse.dispatchEvent(Object.assign(new Event('inputreport'), { reportId: 2, data }))
    }, values)
  await report([0, 0, 350])
  await expect(readoutOf(page)).toContainText('Custom view')
  await report([0, 0, 0])
})

test('a saved picture has twice the resolution of the screen, with case, view and scale', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id, number } = await createScanned(alice, 'Saved Smile')
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.goto(`/order/detail/${id}`)
  const canvas = await waitForScans(page, 1)
  const box = (await canvas.boundingBox())!
  const saving = page.waitForEvent('download')
  await canvas.press('s')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${number}-front.png`)
  const path = await saved.path()
  const { width, height } = await sharp(path).metadata()
  expect(Math.abs(width - box.width * 2)).toBeLessThanOrEqual(2)
  expect(Math.abs(height - box.height * 2)).toBeLessThanOrEqual(2)
  // Case and view are drawn at the lower left, the scale at the lower right.
  const contrastOf = async (left: number) => {
    const strip = { left, top: height - 60, width: 240, height: 55 }
    const { channels } = await sharp(path).extract(strip).stats()
    return channels[0]!.stdev
  }
  expect(await contrastOf(10)).toBeGreaterThan(10)
  expect(await contrastOf(width - 260)).toBeGreaterThan(10)
})

test('a case that is opened again uses the stored levels after the server has allowed it, and signing out deletes them', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createScanned(alice, 'Stored Smile')
  const page = await alice.open({ reducedMotion: 'reduce' })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (/\/levels\/\d$/.test(response.url())) statuses.push(response.status())
  })
  await page.goto(`/order/detail/${id}`)
  await waitForScans(page, 1)
  await expect.poll(() => [...new Set(statuses)]).toEqual([200])
  const namesOf = () => page.evaluate(async () => (await caches.keys()).filter((name) => /levels/.test(name)))
  const countOf = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const counts = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    })
  await expect.poll(countOf).toBe(statuses.length)
  const count = statuses.length
  statuses.length = 0
  await page.reload()
  await waitForScans(page, 1)
  await expect.poll(() => statuses).toEqual(Array.from({ length: count }, () => 304))

  // From the list, the page requests case and levels before it is rendered, and each only once, because the server records reads.
  // The event stream does not open here, because it would report that the scans were built, and the page would request them again.
  await page.route('**/restful/events', () => undefined)
  await page.goto('/order/list')
  const row = page.locator(`a[href="/order/detail/${id}"]`).first()
  await row.waitFor()
  statuses.length = 0
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/orders/${id}`)) reads.push(request.method())
  })
  await row.hover()
  expect(reads).toEqual([])
  await row.click()
  await waitForScans(page, 1)
  await expect.poll(() => statuses).toEqual(Array.from({ length: count }, () => 304))
  expect(reads).toEqual(['GET'])

  await page.getByRole('button', { name: /^Account menu, / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(namesOf).toEqual([])
})

/** The WebGL contexts of a page and its buffers that are not deleted. */
type Graphics = { contexts: WebGL2RenderingContext[]; buffers: Set<WebGLBuffer> }

/** Records the graphics of a page. Runs in the page before its scripts. */
function recordGraphics(): void {
  const graphics: Graphics = { contexts: [], buffers: new Set() }
  Object.assign(window, { __graphics: graphics })
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
    const context = Reflect.apply(getContext, this, args) as RenderingContext | null
    if (context instanceof WebGL2RenderingContext && !graphics.contexts.includes(context))
      graphics.contexts.push(context)
    return context
  } as typeof getContext
  const { createBuffer, deleteBuffer } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.createBuffer = function () {
    const buffer = createBuffer.call(this)
    graphics.buffers.add(buffer)
    return buffer
  }
  WebGL2RenderingContext.prototype.deleteBuffer = function (buffer) {
    if (buffer) graphics.buffers.delete(buffer)
    deleteBuffer.call(this, buffer)
  }
}

/** Counts the contexts that exist, those that were created, and the buffers. */
const countGraphics = (page: Page) =>
  page.evaluate(() => {
    const { contexts, buffers } = (window as unknown as { __graphics: Graphics }).__graphics
    const live = contexts.filter((context) => !context.isContextLost()).length
    return { live, created: contexts.length, buffers: buffers.size }
  })

test('the next case uses the graphics of the last one, which contain no scan meanwhile and are released later', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createScanned(alice, 'Next Smile')
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.addInitScript(recordGraphics)
  await page.goto(`/order/detail/${id}`)
  await waitForScans(page, 1)
  const first = await countGraphics(page)
  expect(first.live).toBe(1)

  const leave = async () => {
    await page.getByRole('link', { name: 'Case list' }).first().click()
    await page.locator(`a[href="/order/detail/${id}"]`).first().waitFor()
  }
  const comeBack = async () => {
    await page.locator(`a[href="/order/detail/${id}"]`).first().click()
    await waitForScans(page, 1)
  }
  await leave()
  // The buffers of the triangle that keeps the shaders.
  await expect.poll(() => countGraphics(page)).toEqual({ ...first, buffers: 4 })
  await comeBack()
  await expect.poll(() => countGraphics(page)).toEqual(first)

  await leave()
  await expect.poll(async () => (await countGraphics(page)).buffers).toBe(4)
  await page.clock.fastForward('05:01')
  await expect.poll(async () => (await countGraphics(page)).live).toBe(0)
  await comeBack()
  await expect.poll(() => countGraphics(page)).toMatchObject({ live: 1, created: first.created + 1 })
})

test('scans that could not be loaded without a network are shown when it is back', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createScanned(alice, 'Distant Smile')
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.goto(`/order/detail/${id}`)
  await waitForScans(page, 1)
  await page.getByRole('link', { name: 'Case list' }).first().click()
  const row = page.locator(`a[href="/order/detail/${id}"]`).first()
  await row.waitFor()
  await page.context().setOffline(true)
  await expect(page.getByText(/^No connection to the server/)).toBeVisible()
  await row.click()
  await expect(page.getByText(t('viewer.noneShown'))).toBeVisible()
  await page.context().setOffline(false)
  await waitForScans(page, 1)
  await expect(page.getByText(t('viewer.noneShown'))).toBeHidden()
})
