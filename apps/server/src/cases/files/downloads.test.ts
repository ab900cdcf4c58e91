import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { OrderFile } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entry, fromBuffer } from 'yauzl'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { announceFile, hashOf, patchUpload, uploadFile } from '../../test/upload.ts'

const read = (name: string) => readFileSync(new URL(`../../../../../demo/scans/${name}`, import.meta.url))
const upper = read('case0-upper-teeth.obj')
const lower = read('case0-lower-teeth.obj')

type Order = { id: string; number: string }
type Got = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; isComplete: boolean }

let app: TestApp
let people: People
let order: Order
let file: OrderFile
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  file = await uploadFile(app, people.alice, order.id, { name: 'upper.obj', bytes: upper })
  await uploadFile(app, people.alice, order.id, { name: 'upper.obj', bytes: lower, role: 'lower' })
})
afterAll(() => app.close())

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const outgoing = request(app.url + path, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      const end = (isComplete: boolean) =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes: Buffer.concat(chunks),
          isComplete,
        })
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => end(true))
      incoming.on('error', () => end(false))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` })
const pathOf = (of: Order, one: Pick<OrderFile, 'id'>) =>
  addressOf('files.download', { params: { id: of.id, fileId: one.id } })

async function takeTicket(person: Person, of: Order, fileId: string | null = null): Promise<string> {
  const answer = await as(app, person).call('files.createTicket', { body: { id: of.id, fileId } })
  expect(answer.status).toBe(200)
  return answer.body.data.path
}

describe('Download of one file', () => {
  it('a download sends the bytes with a strong ETag and as an attachment', async () => {
    const got = await get(pathOf(order, file), bearer(people.bob))
    expect(got.status).toBe(200)
    expect(got.bytes.equals(upper)).toBe(true)
    expect(got.headers).toMatchObject({
      etag: `"${hashOf(upper)}"`,
      'content-length': String(upper.length),
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="upper.obj"; filename*=UTF-8''upper.obj`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(got.headers['content-security-policy']).toMatch(/^sandbox/)
  })

  it('a download sends any range, also a suffix, and answers 416 for a range outside the file', async () => {
    const part = (range: string, more = {}) =>
      get(pathOf(order, file), { ...bearer(people.alice), range, ...more })
    const size = upper.length
    const wishes: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=1048570-1048590', 1_048_570, 1_048_591],
      [`bytes=${size - 5}-`, size - 5, size],
      ['bytes=-7', size - 7, size],
      [`bytes=10-${size + 10}`, 10, size],
    ]
    for (const [range, from, to] of wishes) {
      const got = await part(range)
      expect([range, got.status]).toEqual([range, 206])
      expect(got.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${size}`)
      expect(got.bytes.equals(upper.subarray(from, to))).toBe(true)
    }
    const outside = await part(`bytes=${size}-`)
    expect([outside.status, outside.headers['content-range']]).toEqual([416, `bytes */${size}`])
    expect(outside.headers['content-security-policy']).toMatch(/^sandbox/)
    expect((await part('bytes=-0')).status).toBe(416)
    for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,5-6'])
      expect((await part(range)).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': `"${hashOf(upper)}"` })).status).toBe(206)
  })

  it('a download answers 304 for a known ETag, and answers HEAD without a body', async () => {
    const known = await get(pathOf(order, file), {
      ...bearer(people.alice),
      'if-none-match': `W/"x", "${hashOf(upper)}"`,
    })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const head = await get(pathOf(order, file), bearer(people.alice), 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(String(upper.length))
    expect((await get(pathOf(order, file), {}, 'HEAD')).status).toBe(401)
    // GET refuses a malformed id with the same status.
    expect((await get(pathOf(order, { id: 'x' }), bearer(people.alice), 'HEAD')).status).toBe(400)
  })

  it('T03: a file of another case, or of a case of another clinic, is not found', async () => {
    const other = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const foreign = await insertOrder(app, { clinic: people.erin, status: 'scanned' })
    const secret = await uploadFile(app, people.erin, foreign.id, { name: 'erin.obj', bytes: upper })
    const tries: [Person, Order, OrderFile][] = [
      [people.alice, other, file],
      [people.alice, order, secret],
      [people.alice, foreign, secret],
      [people.carol, order, file],
      [people.erin, order, file],
      [people.dave, order, file],
    ]
    const bodies = new Set<string>()
    for (const [person, of, one] of tries) {
      const got = await get(pathOf(of, one), bearer(person))
      expect([person.name, got.status]).toEqual([person.name, 404])
      const { requestId: _, ...body } = JSON.parse(got.bytes.toString()) as Record<string, unknown>
      bodies.add(JSON.stringify(body))
    }
    expect(bodies.size).toBe(1)
    expect((await get(pathOf(order, file), bearer(people.olga))).status).toBe(403)
    const ticket = await as(app, people.alice).call('files.createTicket', {
      body: { id: order.id, fileId: secret.id },
    })
    expect(ticket.status).toBe(404)
  })

  it('T40: a file name that could attack a file system is refused, and other names are encoded in the header', async () => {
    for (const name of ['CON', 'Обе челюсти.obj', 'a;b"c.obj', 'x'.repeat(200)]) {
      const named = await uploadFile(app, people.alice, order.id, {
        name,
        bytes: Buffer.from(`v 1 2 3\n# ${name}`),
      })
      expect(named.name).toBe(name)
      const got = await get(pathOf(order, named), bearer(people.alice))
      expect(got.headers['content-disposition']).toMatch(
        /^attachment; filename="[^"\r\n]+"; filename\*=UTF-8''[\w%.!#$&+^`|~-]+$/,
      )
    }
    for (const name of ['../../x', '..\\x', 'a\0b', 'a\r\nb', 'a\u202eb', '..', 'é'.repeat(300)]) {
      const answer = await as(app, people.alice).call('files.announce', {
        body: { id: order.id, files: [{ name, sizeBytes: 1, role: 'other' }] },
      })
      expect([name, answer.status]).toEqual([name, 400])
      expect(answer.body.fields).toHaveProperty(['files.0.name'])
    }
  })
})

describe('A ticket', () => {
  it('T04: a ticket must be used within 60 seconds, and then resumes by Range for 24 hours', async () => {
    const late = await takeTicket(people.bob, order, file.id)
    const path = await takeTicket(people.bob, order, file.id)
    expect((await get(path)).bytes.equals(upper)).toBe(true)
    app.clock.advance({ seconds: 61 })
    expect((await get(late)).status).toBe(404)
    expect((await get(late, { range: 'bytes=5-9' })).status).toBe(404)
    expect((await get(path)).status).toBe(404)
    const rest = await get(path, { range: 'bytes=100-' })
    expect([rest.status, rest.bytes.equals(upper.subarray(100))]).toEqual([206, true])
    app.clock.advance({ hours: 24 })
    expect((await get(path, { range: 'bytes=100-' })).status).toBe(404)
  })

  it('T04: a ticket is invalid after sign-out, during a ban, and with a changed character', async () => {
    const session = await createSession(app, people.ben.accountId)
    const ben = { ...people.ben, ...session }
    const path = await takeTicket(ben, order, file.id)
    expect((await get(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
    const { db } = app.services.database
    const ban = (banned_at: Date | null) =>
      db.updateTable('organization').set({ banned_at }).where('id', '=', ben.organizationId).execute()
    await ban(new Date())
    expect((await get(path)).status).toBe(404)
    await ban(null)
    expect((await get(path)).status).toBe(200)
    await db.updateTable('session').set({ revoked_at: new Date() }).where('id', '=', ben.sessionId).execute()
    expect((await get(path, { range: 'bytes=1-' })).status).toBe(404)
  })

  it('T04: a laboratory’s ticket is invalid after a recall', async () => {
    const recalled = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    const scan = await uploadFile(app, people.alice, recalled.id, { name: 'u.obj', bytes: upper })
    const single = await takeTicket(people.bob, recalled, scan.id)
    const whole = await takeTicket(people.bob, recalled)
    expect((await get(single)).status).toBe(200)
    const recall = await as(app, people.alice).call('orders.recall', { body: { id: recalled.id } })
    expect(recall.status).toBe(200)
    expect((await get(single, { range: 'bytes=1-' })).status).toBe(404)
    expect((await get(whole)).status).toBe(404)
    expect((await get(pathOf(recalled, scan), bearer(people.bob))).status).toBe(404)
  })

  it('T11: a running download is aborted when its session ends', async () => {
    const session = await createSession(app, people.ben.accountId)
    const ben = { ...people.ben, ...session }
    const big = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    const bytes = Buffer.alloc(48 * 1024 * 1024, 'v 1 2 3\n')
    const scan = await uploadFile(app, people.alice, big.id, { name: 'big.obj', bytes })
    const outgoing = request(app.url + pathOf(big, scan), { headers: bearer(ben), agent: false })
    const outcome = new Promise<{ isComplete: boolean; received: number }>((resolve) => {
      outgoing.on('response', (incoming) => {
        let received = 0
        incoming.on('end', () => resolve({ isComplete: true, received }))
        incoming.on('error', () => resolve({ isComplete: false, received }))
        // Reads one chunk and waits for the end of the session. After that only bytes in transit may arrive.
        incoming.once('data', (chunk: Buffer) => {
          received += chunk.length
          incoming.pause()
          incoming.on('data', (more: Buffer) => {
            received += more.length
          })
          incoming.pause()
          const watched = { ...ben, organizationId: ben.organizationId }
          app.services.watchSession(watched, () => incoming.resume())
          void app.services.database.transaction((tx) =>
            notifyAccessRevoked(tx, { sessionId: ben.sessionId }),
          )
        })
      })
      outgoing.end()
    })
    const { isComplete, received } = await outcome
    expect(isComplete).toBe(false)
    expect(received).toBeLessThan(bytes.length)
  })
})

type Unzipped = { names: string[]; contents: Buffer[] }

function unzip(bytes: Buffer): Promise<Unzipped> {
  return new Promise((resolve, reject) => {
    const unzipped: Unzipped = { names: [], contents: [] }
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error !== null) return reject(error)
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure !== null) return reject(failure)
          stream.toArray().then((chunks: Buffer[]) => {
            unzipped.names.push(entry.fileName)
            unzipped.contents.push(Buffer.concat(chunks))
            zip.readEntry()
          }, reject)
        })
      })
      zip.on('end', () => resolve(unzipped))
      zip.on('error', reject)
      zip.readEntry()
    })
  })
}

describe('The ZIP of a case', () => {
  let zipped: Order
  beforeAll(async () => {
    zipped = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    await uploadFile(app, people.alice, zipped.id, { name: 'upper.obj', bytes: upper, role: 'upper' })
    await uploadFile(app, people.alice, zipped.id, { name: 'UPPER.obj', bytes: lower, role: 'lower' })
    await announceFile({ app, person: people.alice }, zipped.id, { name: 'half.stl', sizeBytes: 1000 })
  })

  it('the ZIP contains the unchanged verified files and a manifest, and has exactly the announced length', async () => {
    const got = await get(await takeTicket(people.bob, zipped))
    expect(got.status).toBe(200)
    expect(got.headers['content-length']).toBe(String(got.bytes.length))
    expect(got.headers['content-type']).toBe('application/zip')
    expect(got.headers['content-disposition']).toContain(`filename="${zipped.number}.zip"`)
    const { names, contents } = await unzip(got.bytes)
    expect(names).toEqual(['manifest.json', 'upper.obj', 'UPPER (2).obj'])
    expect(contents[1]?.equals(upper)).toBe(true)
    expect(contents[2]?.equals(lower)).toBe(true)
    expect(JSON.parse(contents[0]?.toString() ?? '')).toEqual({
      number: zipped.number,
      files: [
        { name: 'upper.obj', role: 'upper', kind: 'obj', sizeBytes: upper.length, sha256: hashOf(upper) },
        { name: 'UPPER (2).obj', role: 'lower', kind: 'obj', sizeBytes: lower.length, sha256: hashOf(lower) },
      ],
    })
    expect(got.bytes.includes('Test Patient')).toBe(false)
  })

  it('the ZIP resumes at any byte by Range, and its download is audited', async () => {
    const path = await takeTicket(people.bob, zipped)
    const whole = await get(path)
    const etag = String(whole.headers.etag)
    // A pin or a file may have changed the ZIP, so that a part without the ETag could belong to another one.
    const unconditional = await get(path, { range: 'bytes=40-' })
    expect([unconditional.status, unconditional.bytes.equals(whole.bytes)]).toEqual([200, true])
    for (const from of [1, 40, 5_000, 3_000_000, whole.bytes.length - 30]) {
      const rest = await get(path, { range: `bytes=${from}-`, 'if-range': etag })
      expect([rest.status, rest.bytes.equals(whole.bytes.subarray(from))]).toEqual([206, true])
    }
    const audit = await app.services.database.db
      .selectFrom('audit')
      .select(['action', 'account_id'])
      .where('object_id', '=', zipped.id)
      .where('action', '=', 'files.downloadCase')
      .execute()
    expect(audit.at(-1)).toEqual({ action: 'files.downloadCase', account_id: people.bob.accountId })
  })

  it('T42: the ZIP contains no file name that runs on a double click, whatever name was stored', async () => {
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    for (const name of ['menu.hta', 'x.bat. ', 'y.cmd::$DATA'])
      await insertFile(app, { orderId: order.id, by: people.alice, bytes: Buffer.from(name), name })
    const { bytes } = await get(await takeTicket(people.bob, order))
    const { names, contents } = await unzip(bytes)
    expect(names).toEqual(['manifest.json', 'menu.hta_', 'x.bat_', 'y.cmd__$DATA'])
    const manifest = JSON.parse(contents[0]?.toString() ?? '') as { files: { name: string }[] }
    expect(manifest.files.map((file) => file.name)).toEqual(names.slice(1))
  })

  it('the ZIP is refused for a case without a verified file', async () => {
    const empty = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const half = await announceFile({ app, person: people.alice }, empty.id, { name: 'a', sizeBytes: 10 })
    await patchUpload({ app, person: people.alice }, half.id, 0, Buffer.from('12345'))
    const answer = await as(app, people.alice).call('files.createTicket', { body: { id: empty.id } })
    expect([answer.status, answer.body.error]).toEqual([404, 'file.not_found'])
  })

  it('the ZIP exists as long as the case has verified files, of the clinic or of the laboratory', async () => {
    const { alice, bob } = people
    const made = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
    const expectFiles = async (has: boolean) => {
      for (const person of [alice, bob]) {
        const detail = await as(app, person).call('orders.get', { params: { id: made.id } })
        const { list } = (await as(app, person).call('orders.list', { body: { words: made.number } })).body
          .data
        const ticket = await as(app, person).call('files.createTicket', { body: { id: made.id } })
        expect([detail.body.data.order.hasFiles, list[0]?.hasFiles]).toEqual([has, has])
        expect(ticket.status).toBe(has ? 200 : 404)
      }
    }
    await expectFiles(false)
    const { id } = await insertFile(app, { orderId: made.id, by: alice, bytes: Buffer.from('solid scan') })
    await expectFiles(true)
    const { db } = app.services.database
    await db.updateTable('order_file').set({ removed_at: new Date() }).where('id', '=', id).execute()
    await expectFiles(false)
    await uploadFile(app, bob, made.id, { name: 'design.stl', bytes: Buffer.from('solid a'), role: 'design' })
    await expectFiles(true)
  })
})
