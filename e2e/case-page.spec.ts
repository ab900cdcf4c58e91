import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import {
  becomePartners,
  createCase,
  type SentFile,
  sendTo,
  smallJaws,
  smallScan,
  uploadFile,
} from './cases.ts'
import { dropFiles } from './drop.ts'
import { isLong } from './full-run.ts'
import { slowUploads } from './network.ts'
import { type Person, test } from './people.ts'
import { blockScans } from './viewer.ts'
import { hashOf } from './zip.ts'

const screens = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
]

const bridge = {
  type: 0,
  items: (['crown', 'pontic', 'crown'] as const).map((work, at) => ({
    tooth: `2${at + 4}`,
    work,
    material: 'zirconia',
    shade: { guide: 'vita_classical', body: 'A2' },
  })),
  connectors: [
    { from: '24', to: '25' },
    { from: '25', to: '26' },
  ],
}

/** Creates a case with a bridge, two scans and a delivery day, and sends it. */
async function sendBridge(clinic: Person, lab: Person, patientName: string, scans: readonly SentFile[]) {
  const { id } = await clinic.client.call('orders.create', {
    body: { type: 0, patientName, deliveryOn: '2031-04-10' },
  })
  await clinic.client.call('prescriptions.update', { body: { id, prescription: bridge as never } })
  for (const scan of scans) await uploadFile(clinic, id, scan)
  return sendTo(lab, clinic, id)
}

/** Asserts that elements are completely inside the window, without scrolling. */
async function expectOnScreen(page: Page, parts: Readonly<Record<string, Locator>>) {
  const { width, height } = page.viewportSize()!
  for (const [name, part] of Object.entries(parts)) {
    await expect(part, name).toBeVisible()
    const findPlace = async () => {
      const box = await part.boundingBox()
      const isInside =
        box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
      return isInside ? 'inside' : box
    }
    // Parts that load later may still move this one.
    await expect.poll(findPlace, `${name} at ${width} × ${height}`).toBe('inside')
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

/** What the first screen of a case shows. */
const partsOf = (page: Page) => {
  const state = page.getByTestId('case-state')
  return {
    patient: page.getByRole('heading', { level: 1 }),
    status: state.locator('.status-badge'),
    'delivery day': page.getByTestId('case-status').locator('time'),
    'next action': state.getByRole('button', { name: 'Accept' }),
    reject: state.getByRole('button', { name: 'Reject' }),
    ask: state.getByRole('button', { name: 'Ask question' }),
    'newest message': page.getByTestId('newest-message'),
    work: page.getByTestId('case-work'),
    files: page.getByRole('heading', { name: /^Files/ }),
    download: page.getByRole('button', { name: 'Download all' }),
    ticket: page.getByRole('link', { name: 'Print work ticket' }),
    scans: page.getByRole('region', { name: '3D view' }),
  }
}

test('the first screen of a case shows what a laboratory needs, and the message field is one click away', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const { id } = await sendBridge(alice, bob, 'Frances First', smallJaws())
  const text = 'Please keep the contact to 27 light.'
  await alice.client.call('conversation.post', { body: { orderId: id, text } })
  const page = await bob.open()
  await blockScans(page)
  for (const size of screens) {
    await page.setViewportSize(size)
    await page.goto(`/order/detail/${id}`)
    const parts = partsOf(page)
    await expect(parts.work).toHaveText('24–26 Bridge, Zirconia, A2')
    await expect(parts['newest message']).toContainText(text)
    await expectOnScreen(page, parts)
  }
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('textbox', { name: `Write to ${alice.organizationName}` })).toBeFocused()
})

test('the longest names fit on the page of a case in every width', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const patientName = 'Maximiliane-Henriette Freifrau von und zu Hohenstein-Württemberg-Sigmaringen'.padEnd(
    100,
    'x',
  )
  const long = { ...smallScan(), name: `${'a-very-long-name-'.repeat(11)}.stl` }
  const { id } = await sendBridge(alice, bob, patientName, [long])
  const page = await bob.open()
  await blockScans(page)
  for (const width of [1440, 1366, 820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/order/detail/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(patientName)
    await expect(page.getByText(long.name)).toBeVisible()
    const findExcess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(findExcess, `${width} px`).toBeLessThanOrEqual(0)
  }
})

const filesSent = isLong ? 200 : 100

test(`an upload of ${filesSent} files that a reload has stopped shows on case, list and dashboard, and continues with one choice`, async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id, number } = await createCase(alice, 'Stella Stopped')
  const files = Array.from(
    { length: filesSent },
    (_, at): SentFile => ({
      name: `part-${at}.dat`,
      // On the slow connection, all of them together take twenty seconds or more.
      bytes: randomBytes(60_000),
      type: '',
    }),
  )
  const page = await alice.open()
  // Playwright can only fill in the file input.
  await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: undefined }))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/order/detail/${id}`)
  const line = await slowUploads(page)
  await dropFiles(page, page.getByRole('button', { name: 'Add files' }), files)
  const read = async () => (await alice.client.call('orders.get', { params: { id } })).order
  await expect.poll(async () => (await read()).filesVerified).toBeGreaterThan(3)
  await page.reload()
  await line.restore()
  const banner = page.getByTestId('stopped-uploads')
  await expect(banner).toContainText(new RegExp(`\\d+ of ${filesSent} files are missing\\.`))
  expect((await read()).filesVerified).toBeLessThan(filesSent)
  await expect(page.getByText('Files are uploading.')).toHaveCount(0)
  for (const path of ['/dashboard', '/order/list']) {
    await page.goto(path)
    await expect(banner).toContainText(number)
    // The home page does not list the case a second time.
    await expect(page.getByRole('link', { name: number })).toHaveCount(path === '/dashboard' ? 1 : 2)
  }
  const chooser = page.waitForEvent('filechooser')
  await banner.getByRole('button', { name: 'Choose the files again' }).click()
  await (await chooser).setFiles(files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes })))
  await expect(banner).toBeHidden()
  await expect.poll(async () => (await read()).filesVerified).toBe(filesSent)
  const detail = await alice.client.call('orders.get', { params: { id } })
  expect(detail.files.map(({ sha256 }) => sha256).sort()).toEqual(
    files.map(({ bytes }) => hashOf(bytes)).sort(),
  )

  // The page of the case stays small: closed groups have no rows, and an open one has those near the window.
  await page.goto(`/order/detail/${id}`)
  const group = page.getByRole('button', { name: /^Other files/ })
  await expect(group).toContainText(String(filesSent))
  await expect(page.getByText('part-0.dat', { exact: true })).toHaveCount(0)
  await group.click()
  await expect(page.getByText('part-0.dat', { exact: true })).toBeVisible()
  expect(await page.getByText(/^part-\d+\.dat$/).count()).toBeLessThan(80)
})

test('a file with the same name and size but other bytes does not continue a stopped upload', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Otto Other')
  const file: SentFile = { name: 'raw.dat', bytes: randomBytes(4_000_000), type: '' }
  const page = await alice.open()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/order/detail/${id}`)
  const line = await slowUploads(page)
  await dropFiles(page, page.getByRole('button', { name: 'Add files' }), [file])
  const read = async () => (await alice.client.call('orders.get', { params: { id } })).files
  await expect.poll(async () => (await read())[0]?.receivedBytes ?? 0).toBeGreaterThan(0)
  await page.reload()
  await line.restore()
  const banner = page.getByTestId('stopped-uploads')
  await dropFiles(page, banner, [{ ...file, bytes: randomBytes(4_000_000) }])
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    '1 file does not belong to a stopped upload.',
  )
  await dropFiles(page, banner, [file])
  await expect.poll(async () => (await read()).map(({ state }) => state)).toEqual(['verified'])
  expect((await read())[0]?.sha256).toBe(hashOf(file.bytes))
})

/** Counts the columns of the viewer's toolbar, and returns whether its buttons are above the lower edge. Runs in the page. */
function placeOfTools(viewer: Element): { columns: number; isInside: boolean } {
  const edge = viewer.getBoundingClientRect().bottom
  const places = [...viewer.querySelectorAll('[role=toolbar] button')].map((one) =>
    one.getBoundingClientRect(),
  )
  const columns = new Set(places.map(({ left }) => Math.round(left))).size
  return { columns, isInside: places.every(({ bottom }) => bottom <= edge) }
}

test('the tools of the viewer are one column inside its box, the layers move nothing, and a finger scrolls the page', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Vera Viewer')
  await uploadFile(alice, id, smallScan())
  const page = await alice.open()
  for (const size of [...screens, { width: 390, height: 844 }]) {
    await page.setViewportSize(size)
    await page.goto(`/order/detail/${id}`)
    const view = page.getByRole('region', { name: '3D view' })
    // The toolbar is rendered for an estimated height first.
    await expect
      .poll(() => view.evaluate(placeOfTools), `${size.width} px`)
      .toEqual({ columns: 1, isInside: true })
    const canvas = view.locator('canvas')
    const before = await canvas.boundingBox()
    await canvas.press('l')
    await expect(page.getByRole('region', { name: 'Scans', exact: true })).toBeVisible()
    expect(await canvas.boundingBox()).toEqual(before)
    expect(await canvas.evaluate((element) => getComputedStyle(element).touchAction)).toBe('pan-y')
  }
})

test('a case that cannot be read shows the number of the failed request', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Rhea Quest')
  const page = await alice.open()
  const requestId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
  await page.route(`**/restful/orders/${id}`, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 1000, error: 'server.failed', message: 'Something failed.', requestId },
    }),
  )
  await page.goto(`/order/detail/${id}`)
  await expect(page.getByText(`Request ${requestId}`)).toBeVisible()
  await page.unroute(`**/restful/orders/${id}`)
  // A change event may load the case before the press, and the button is gone then.
  const title = page.getByRole('heading', { level: 1 }).filter({ hasText: 'Rhea Quest' })
  await page.getByRole('button', { name: 'Try again' }).or(title).first().click()
  await expect(title).toBeVisible()
})
