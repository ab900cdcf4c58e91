import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { routes } from '@pontic/contract'
import {
  becomePartners,
  createCase,
  lowerScan,
  type SentFile,
  sendCase,
  smallScan,
  uploadFile,
} from './cases.ts'
import { dropFiles } from './drop.ts'
import { slowUploads, waitForShare, watchUploads } from './network.ts'
import { type Person, test, unique } from './people.ts'
import { portalUrl, runSql } from './portal.ts'
import { expectDrawn } from './viewer.ts'
import { hashOf } from './zip.ts'

/** Creates a file that is not a scan. Its upload takes half a minute on the slow connection. */
const rawFile = (): SentFile => ({ name: 'raw.dat', bytes: randomBytes(8 * 1024 * 1024), type: '' })
const note: SentFile = { name: 'note.txt', bytes: Buffer.from('The bite follows.\n'), type: 'text/plain' }

const acceptPath = routes['orders.accept'].path
const statusOf = (page: Page) => page.getByTestId('case-status').locator('.status-badge')
const fileList = (page: Page) => page.getByRole('list', { name: 'Files' })
const addFiles = (page: Page, files: readonly SentFile[]) =>
  dropFiles(page, page.getByRole('button', { name: 'Add files' }), files)

/** Asserts that the server verified the files of a case with the hashes of the sent bytes. */
async function expectArrived(page: Page, clinic: Person, orderId: string, files: readonly SentFile[]) {
  await expect(statusOf(page)).toHaveText('Uploaded')
  const detail = await clinic.client.call('orders.get', { params: { id: orderId } })
  expect(detail.files.map(({ name, state, sha256 }) => ({ name, state, sha256 }))).toEqual(
    files.map(({ name, bytes }) => ({ name, state: 'verified', sha256: hashOf(bytes) })),
  )
}

/** Waits until the status of the 3D view is `text`, such as `1 scan shown`. */
const expectSceneStatus = (page: Page, text: string) =>
  expect(
    page.getByRole('region', { name: '3D view' }).getByRole('status').filter({ hasText: text }),
  ).toHaveText(text)

const policyBreach = 'breach of the policy for contents: '

/** Records violations of the Content Security Policy, dialogs and uncaught errors of a page. */
async function listenTo(page: Page) {
  const heard: string[] = []
  page.on('dialog', async (dialog) => {
    heard.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().startsWith(policyBreach)) heard.push(message.text())
  })
  await page.addInitScript((breach) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${breach}${violatedDirective} ${blockedURI}`),
    )
  }, policyBreach)
  return heard
}

/** Asserts that `listenTo` has recorded nothing. Then inserts a script handler and asserts that `listenTo` records the violation. */
async function proveHearing(page: Page, heard: readonly string[]) {
  expect(heard).toEqual([])
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="alert(1)">'))
  await expect.poll(() => heard).toContain(`${policyBreach}script-src-attr inline`)
}

test('an upload continues automatically when the lost connection is restored', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Olive Lines')
  const page = await alice.open()
  await page.goto(`/order/detail/${id}`)
  const line = await slowUploads(page)
  const raw = rawFile()
  await addFiles(page, [raw])
  await waitForShare(page, raw.name, 10)
  await line.cut()
  await expect(
    fileList(page).getByText(/^Connection lost at \d+%\. The upload resumes automatically\.$/),
  ).toBeVisible()
  const uploads = watchUploads(page)
  await line.restore()
  await expectArrived(page, alice, id, [raw])
  const [upload] = uploads.values()
  // Requests without a connection have no response, so the first offset was acknowledged after the connection was restored.
  expect(upload?.acknowledged[0], 'what had arrived before the line was cut').toBeGreaterThan(0)
  expect(upload?.began[0], 'where it went on').toBe(upload?.acknowledged[0])
})

test('a paused upload continues at the same offset when it is resumed', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Pauline Rest')
  const page = await alice.open()
  await page.goto(`/order/detail/${id}`)
  const line = await slowUploads(page)
  const raw = rawFile()
  await addFiles(page, [raw])
  await waitForShare(page, raw.name, 10)
  await fileList(page).getByRole('button', { name: 'Pause raw.dat' }).click()
  const paused = fileList(page).getByText(/^Paused at \d+%$/)
  await expect(paused).toBeVisible()
  const uploads = watchUploads(page)
  await line.restore()
  // Another file is uploaded while `raw.dat` is paused.
  await addFiles(page, [note])
  await expect(fileList(page).getByRole('button', { name: 'Download note.txt' })).toBeVisible()
  await expect(paused).toBeVisible()
  await fileList(page).getByRole('button', { name: 'Resume raw.dat' }).click()
  await expectArrived(page, alice, id, [raw, note])
  const resumed = [...uploads.values()].find(({ acknowledged }) => (acknowledged[0] ?? 0) > 0)
  expect(resumed, 'what had arrived before the pause').toBeDefined()
  expect(resumed?.began[0], 'where it went on').toBe(resumed?.acknowledged[0])
})

test('T42: damaged and unknown files show an error each, and a valid scan among them is shown', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Wanda Broken')
  const page = await alice.open()
  const heard = await listenTo(page)
  await page.goto(`/order/detail/${id}`)
  const good = smallScan().bytes
  const promising = Buffer.from(good.subarray(0, 20_000))
  promising.writeUInt32LE(4_000_000_000, 80)
  const stl = (name: string, bytes: Buffer): SentFile => ({ name, bytes, type: 'model/stl' })
  await addFiles(page, [
    stl('upper cut.stl', good.subarray(0, good.length - 1000)),
    stl('lower note.stl', Buffer.from('Dear lab, the lower jaw follows by post.\n')),
    stl('bite.stl', promising),
    stl('empty.stl', Buffer.alloc(0)),
    stl('crown.stl', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(4000)])),
    stl('design.stl', good),
    stl('viewer.stl.lnk', good),
  ])
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('empty.stl: This file is empty.')
  await expect(messages).toContainText(
    'viewer.stl.lnk is not accepted because files of this type can run programs',
  )
  await expect(fileList(page)).not.toContainText('viewer.stl.lnk')
  const item = (name: string) => fileList(page).getByRole('listitem').filter({ hasText: name })
  await expect(item('crown.stl')).toContainText('Programs and scripts are not accepted.')
  await expect(statusOf(page)).toHaveText('Uploaded')
  await expectSceneStatus(page, '1 scan shown, 3 can’t be shown')
  const layer = (name: string) =>
    page.getByRole('region', { name: 'Scans', exact: true }).getByRole('listitem').filter({ hasText: name })
  await expect(layer('upper cut.stl')).toContainText(
    'This scan is incomplete: the end of the file is missing.',
  )
  await expect(layer('bite.stl')).toContainText('This scan is incomplete: the end of the file is missing.')
  await expect(layer('lower note.stl')).toContainText(
    'This file is not a readable mesh (STL, PLY, OBJ, OFF, 3MF or GLB).',
  )
  await expect(layer('design.stl')).toContainText('triangles')
  await expect(item('empty.stl')).toHaveCount(0)
  expect((await fetch(`${portalUrl}/readyz`)).status).toBe(200)
  expect(heard).toEqual([])
})

test('T40: file names that lead out of a folder are refused before the upload', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Nameless Path')
  for (const name of ['../../x', '..\\..\\x', '/etc/passwd', '..', 'a\u0000.stl', 'a\u202elts.exe']) {
    const response = alice.client.call('files.announce', {
      body: { id, files: [{ name, sizeBytes: 10, role: 'other' }] },
    })
    await expect(response, name).rejects.toMatchObject({
      key: 'request.invalid',
      status: 400,
      fields: { 'files.0.name': expect.stringMatching(/\S/) },
    })
  }
  expect((await alice.client.call('orders.get', { params: { id } })).files).toEqual([])
})

/** Creates a member of the administrator's organization who is not an administrator and has the administrator's password. */
async function createMember(administrator: Person, name: string) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}-${unique()}@lab.example`
  await runSql(
    `insert into account (id, email, name, password_hash, organization_id, email_verified_at)
     select $1, $2, $3, password_hash, organization_id, now() from account where email = $4`,
    [randomUUID(), email, name, administrator.email],
  )
  return { name, email, password: administrator.password }
}

test('of two members who accept a case at the same time one succeeds, and the other sees who accepted it', async ({
  register,
  signIn,
}) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  const ben = await signIn(await createMember(bob, 'Ben Quill'))
  await becomePartners(alice, bob)
  const { id, number } = await sendCase(alice, bob, 'Rita Race')
  const players = [
    { person: bob, page: await bob.open() },
    { person: ben, page: await ben.open() },
  ]
  // Both requests are sent only after both buttons were pressed.
  let waiting = 0
  let release = () => {}
  const bothPressed = new Promise<void>((resolve) => {
    release = resolve
  })
  const statuses = new Map<Page, number>()
  for (const { page } of players) {
    await page.route(`**${acceptPath}`, async (route) => {
      waiting += 1
      if (waiting === players.length) release()
      await bothPressed
      await route.continue()
    })
    page.on('response', (response) => {
      if (response.url().endsWith(acceptPath)) statuses.set(page, response.status())
    })
    await page.goto(`/order/detail/${id}`)
    await page.getByRole('button', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog', { name: `Accept ${number}` })
    await dialog.getByLabel('Delivery day').fill('2031-04-11')
    await expect(dialog.getByRole('button', { name: /^Accept for/ })).toBeEnabled()
  }
  await Promise.all(players.map(({ page }) => page.getByRole('button', { name: /^Accept for/ }).click()))
  await expect.poll(() => [...statuses.values()].sort()).toEqual([200, 409])
  const winner = players.find(({ page }) => statuses.get(page) === 200)!
  const loser = players.find(({ page }) => statuses.get(page) === 409)!
  await expect(loser.page.getByRole('region', { name: 'Messages' })).toContainText(
    `Someone else was faster: Accepted by the laboratory (${winner.person.name}, ${bob.organizationName}). ` +
      'This page now shows the current status.',
  )
  await expect(winner.page.getByRole('region', { name: 'Messages' })).not.toContainText('quicker')
  for (const { page } of players) {
    await expect(statusOf(page)).toHaveText('In production')
    await expect(page.getByRole('dialog')).toBeHidden()
    const entries = page.getByRole('list', { name: 'History' }).getByText('Accepted by the laboratory')
    await expect(entries).toHaveCount(1)
  }
})

test('T36: markup and templates in the texts of a case are shown as plain text', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const bob = await register('lab', 'bob')
  await becomePartners(alice, bob)
  const patient = '<script>alert(1)</script>{{7*7}}'
  const requirements = '<svg onload=alert(2)> {{7*7}} {count, plural, other {#}}'
  const remark = '<img src=x onerror=alert(3)><script>alert(4)</script> javascript:alert(5)'
  const page = await alice.open()
  const heard = await listenTo(page)
  await page.goto('/order/list?new=case')
  const dialog = page.getByRole('dialog', { name: 'New case' })
  await dialog.getByRole('textbox', { name: 'Patient' }).fill(patient)
  await dialog.getByRole('textbox', { name: 'Other requirements' }).fill(requirements)
  await dialog.getByRole('textbox', { name: 'Remark' }).fill(remark)
  await dialog.getByRole('checkbox', { name: /^No scans/ }).check()
  await dialog.getByRole('combobox', { name: 'Laboratory' }).click()
  await page.getByRole('option', { name: bob.organizationName }).click()
  await dialog.getByRole('button', { name: 'Next: prescription' }).click()
  await dialog.locator('[data-tooth="16"]').click()
  await dialog.getByRole('combobox', { name: 'Work' }).selectOption('crown')
  await dialog.getByRole('combobox', { name: 'Material' }).selectOption('zirconia')
  await dialog.getByRole('checkbox', { name: 'Call me about the shade' }).check()
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill(remark)
  await dialog.getByRole('button', { name: `Send to ${bob.organizationName}` }).click()
  await expect(page).toHaveURL(/\/order\/detail\//)

  const readCase = async (one: Page) => {
    await expect(one.getByRole('heading', { level: 1 })).toContainText(patient)
    await expect(one.getByRole('main').getByText(requirements, { exact: true })).toBeVisible()
    await expect(one.getByTestId('remark')).toHaveText(remark)
    await expect(one.getByTestId('prescription-tooth-note')).toHaveText(remark)
  }
  await readCase(page)
  await page.getByRole('button', { name: 'Edit remark' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Remark' })).toHaveValue(remark)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const other = await bob.open()
  const heardThere = await listenTo(other)
  await other.goto('/order/list')
  const row = other.getByRole('row').filter({ hasText: patient })
  await expect(row.getByText(patient, { exact: true })).toBeVisible()
  await row.getByRole('link').first().click()
  await readCase(other)
  await proveHearing(page, heard)
  await proveHearing(other, heardThere)
})

/** Starts another web server, which records the paths of the requests it gets in `asked`. */
async function openOtherHost() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(smallScan().bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url, asked, close }
}

/** Creates a case with a scan, and a preview link to the case. */
async function shareCase(clinic: Person, scan: SentFile) {
  const { id, number } = await createCase(clinic, 'Shared Smile')
  await uploadFile(clinic, id, scan)
  const { url } = await clinic.client.call('previews.createLink', { body: { id, days: 1 } })
  return { id, number, url, token: new URL(url).hash.slice(1) }
}

test('T66: a preview link shows the scans to a visitor, and loads nothing from other hosts', async ({
  register,
  openPage,
}) => {
  const { number, url } = await shareCase(await register('clinic', 'alice'), smallScan())
  const elsewhere = await openOtherHost()
  try {
    const page = await openPage()
    const heard = await listenTo(page)
    const hosts = new Set<string>()
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) hosts.add(new URL(request.url()).origin)
    })
    const address = new URL(url)
    address.searchParams.set('url', `${elsewhere.url}/scan.stl`)
    await page.goto(address.href)
    await expect(page.getByRole('heading', { name: `Case ${number}` })).toBeVisible()
    await expectSceneStatus(page, '1 scan shown')
    await expectDrawn(page.getByRole('region', { name: '3D view' }).locator('canvas'))
    await expect(page.getByText('Shared Smile')).toHaveCount(0)

    for (const rest of [
      `?url=${elsewhere.url}/scan.stl`,
      `#${elsewhere.url}/scan.stl`,
      `?url=${elsewhere.url}/scan.stl#url=${elsewhere.url}/scan.stl`,
    ]) {
      await page.goto('about:blank')
      await page.goto(`/open/preview3d${rest}`)
      await expect(page.getByText('This link is not valid')).toBeVisible()
    }
    expect([...hosts]).toEqual([portalUrl])
    expect(elsewhere.asked).toEqual([])
    expect(heard).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test('T66: an expired, foreign or altered preview link shows an error and no scan', async ({
  register,
  openPage,
}) => {
  const alice = await register('clinic', 'alice')
  const erin = await register('clinic', 'erin')
  const { token } = await shareCase(alice, smallScan())
  const erinShare = await shareCase(erin, lowerScan())
  await runSql(
    `update preview_link set expires_at = now() - interval '1 second', created_at = now() - interval '2 days'
     where order_id = $1`,
    [erinShare.id],
  )
  // Combines the payload of one link with the signature of another.
  const mixed = token.slice(0, 29) + erinShare.token.slice(29)
  const garbled = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  const page = await openPage()
  for (const wrong of [erinShare.token, mixed, garbled, token.slice(0, -1), `${token}A`]) {
    await page.goto('about:blank')
    await page.goto(`/open/preview3d#${wrong}`)
    await expect(page.getByText('This link is not valid')).toBeVisible()
    await expect(
      page.getByText('This preview link is not valid or has expired. Ask the sender for a new one.'),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: '3D view' })).toHaveCount(0)
  }
  await page.goto('about:blank')
  await page.goto('/open/preview3d#not-a-token')
  await expect(page.getByText('The address is incomplete')).toBeVisible()
  // A link opens only the scans of its own case.
  const { files } = await erin.client.call('orders.get', { params: { id: erinShare.id } })
  const response = await fetch(`${portalUrl}/restful/open/preview3d/meshes/${files[0]!.id}/levels/0`, {
    headers: { 'x-preview-token': token },
  })
  expect(response.status).toBe(404)
})
