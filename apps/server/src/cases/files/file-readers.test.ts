import { readFileSync } from 'node:fs'
import { type OrderFile, previewTokenHeader } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { sendRaw, statusOf } from '../../test/raw-http.ts'
import { uploadFile } from '../../test/upload.ts'

const part = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())

const pathOf = (id: string, fileId: string) => addressOf('files.download', { params: { id, fileId } })
const get = (path: string, person?: Person, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, {
    method,
    headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...headers },
  })
const takeTicket = async (person: Person, id: string, fileId: string | null) =>
  (await as(app, person).call('files.createTicket', { body: { id, fileId } })).body

describe('Files of a case that moved from one laboratory to another', () => {
  let id: string
  let scan: OrderFile
  let design: OrderFile
  beforeAll(async () => {
    const { alice, bob, carol } = people
    id = (await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })).id
    scan = await uploadFile(app, alice, id, { name: 'upper.stl', bytes: part })
    await as(app, bob).call('orders.accept', { body: { id, deliveryOn: '2030-01-01' } })
    const bytes = Buffer.from(part)
    bytes.write('crown', 40)
    design = await uploadFile(app, bob, id, { name: 'crown by bob.stl', bytes, role: 'design' })
    await as(app, bob).call('orders.reject', { body: { id, reason: 'capacity', note: 'Full.' } })
    await app.runJobs()
    await as(app, alice).call('orders.send', { body: { id, labId: carol.organizationId } })
  })
  const idsOf = async (person: Person) =>
    (await as(app, person).call('orders.get', { params: { id } })).body.data.files.map((file) => file.id)

  it('T03: the second laboratory reads the clinic’s files but not the first one’s designs; clinic and platform read both', async () => {
    const { alice, carol, root } = people
    expect(await idsOf(carol)).toEqual([scan.id])
    for (const person of [alice, root]) expect(await idsOf(person)).toEqual([scan.id, design.id])
    expect((await get(pathOf(id, scan.id), carol)).status).toBe(200)
    expect((await get(pathOf(id, design.id), carol)).status).toBe(404)
    expect((await takeTicket(carol, id, design.id)).error).toBe('file.not_found')
    const { path } = (await takeTicket(carol, id, null)).data
    const zip = Buffer.from(await (await get(path)).arrayBuffer())
    expect(zip.includes('upper.stl')).toBe(true)
    expect(zip.includes('crown by bob')).toBe(false)
  })

  it('T66: a link of the second laboratory shows what this laboratory may read, and a link of the clinic shows all files', async () => {
    await app.runJobs()
    const shown = async (person: Person) => {
      const { body } = await as(app, person).call('previews.createLink', { body: { id } })
      const token = new URL(body.data.url).hash.slice(1)
      const opened = await as(app, undefined).call('previews.open', {}, { [previewTokenHeader]: token })
      const path = addressOf('meshes.openPicture', { params: { fileId: design.id, size: 'small' } })
      const one = await get(path, undefined, { [previewTokenHeader]: token })
      await one.arrayBuffer()
      return [opened.body.data.files.map((file) => file.id), one.status]
    }
    expect(await shown(people.carol)).toEqual([[scan.id], 404])
    expect(await shown(people.alice)).toEqual([[scan.id, design.id], 200])
  })

  it('T04: a laboratory’s ticket for its own design is invalid while another laboratory has the case, then valid again', async () => {
    const own = (await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })).id
    const bytes = Buffer.concat([part, Buffer.from('own')])
    const file = await uploadFile(app, people.bob, own, { name: 'own.stl', bytes, role: 'design' })
    const { path } = (await takeTicket(people.bob, own, file.id)).data
    await as(app, people.bob).call('orders.reject', { body: { id: own, reason: 'capacity', note: 'Full.' } })
    await as(app, people.alice).call('orders.send', {
      body: { id: own, labId: people.carol.organizationId },
    })
    for (const address of [path, pathOf(own, file.id)])
      expect((await get(address, people.bob)).status).toBe(404)
    await as(app, people.alice).call('orders.recall', { body: { id: own } })
    await as(app, people.alice).call('orders.send', { body: { id: own, labId: people.bob.organizationId } })
    expect((await get(path)).status).toBe(200)
  })
})

describe('Audit of file reads', () => {
  it('T63: each read by the platform adds one row that names clinic and laboratory, also for ranges and HEAD', async () => {
    const { alice, bob, root } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const { id: fileId } = await uploadFile(app, alice, id, { name: 'Ada Secret.stl', bytes: part })
    const path = pathOf(id, fileId)
    const reads = [
      () => get(path, root),
      () => get(path, root, { range: 'bytes=0-' }),
      () => get(path, root, { range: 'bytes=1-5' }),
      () => get(path, root, {}, 'HEAD'),
      async () => get((await takeTicket(root, id, fileId)).data.path),
      async () => get((await takeTicket(root, id, null)).data.path, undefined, { range: 'bytes=1-' }),
    ]
    for (const [index, read] of reads.entries()) {
      expect((await read()).ok).toBe(true)
      const rows = await app.services.database.db
        .selectFrom('audit')
        .select(['action', 'account_id', 'subject_organization_ids', 'address', 'detail'])
        .where('account_id', '=', root.accountId)
        .where('action', 'like', 'files.download%')
        .orderBy('id')
        .execute()
      expect(rows).toHaveLength(index + 1)
      expect(rows.at(-1)).toMatchObject({
        subject_organization_ids: [alice.organizationId, bob.organizationId],
        address: expect.stringMatching(/127\.0\.0\.1|::1/),
        detail: { orderId: id },
      })
    }
  })

  it('T53: files, errors of downloads and errors of the upload protocol have the security headers', async () => {
    const { alice } = people
    const { id } = await insertOrder(app, { clinic: alice, status: 'uploaded' })
    const { id: fileId } = await uploadFile(app, alice, id, { name: 'upper.stl', bytes: part })
    const path = pathOf(id, fileId)
    const etag = (await get(path, alice)).headers.get('etag') ?? ''
    const answers = [
      await get(path, alice),
      await get(path, alice, { range: 'bytes=0-9' }),
      await get(path, alice, { 'if-none-match': etag }),
      await get(path, alice, { range: 'bytes=999999999-' }),
      await get(path, people.erin),
      await get((await takeTicket(alice, id, null)).data.path),
      await get(`/restful/uploads/${fileId}`, alice, { 'tus-resumable': '1.0.0' }, 'HEAD'),
      await get(`/restful/uploads/${fileId}`, alice, {}, 'PATCH'),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([200, 206, 304, 416, 404, 200, 200, 412])
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toMatch(/no-store/)
    }
  })

  it('T56: a large JSON or form body sent to the upload address is refused before it fills the memory', async () => {
    const head = (type: string) =>
      `POST /restful/uploads HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${people.alice.token}\r\nTus-Resumable: 1.0.0\r\n` +
      `Content-Type: ${type}\r\nContent-Length: 1000000000\r\n\r\n{`
    expect(statusOf(await sendRaw(app.url, head('application/json')))).toBe(413)
    expect(statusOf(await sendRaw(app.url, head('application/x-www-form-urlencoded')))).toBe(413)
  })
})
