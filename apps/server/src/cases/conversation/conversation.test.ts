import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeUnusedImages } from '../../people/images/images.service.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAttempts } from '../../test/attempts.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People
let orderId: string

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())
beforeEach(async () => {
  orderId = (await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })).id
})

const db = () => app.services.database.db
const post = (person: Person, text: string, imageIds: string[] = []) =>
  as(app, person).call('conversation.post', { body: { orderId, text, imageIds } })
const list = (person: Person, more: object = {}) =>
  as(app, person).call('conversation.list', { body: { orderId, ...more } })
const unread = async (person: Person, orderIds = [orderId]) =>
  (await as(app, person).call('conversation.unread', { body: { orderIds } })).body.data.list
const markRead = (person: Person, messageId: string) =>
  as(app, person).call('conversation.markRead', { body: { orderId, messageId } })

async function upload(person: Person, purpose = 'message'): Promise<string> {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#e8dcc8' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()
  const response = await fetch(`${app.url}/restful/images/${purpose}`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

async function look(person: Person, imageId: string) {
  const response = await fetch(`${app.url}/restful/images/${imageId}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('messages', () => {
  it('both sides read the messages, newest first, with their authors', async () => {
    await post(people.alice, 'Shade is A3.')
    await post(people.ben, 'Thank you.')
    const { body } = await list(people.amy)
    expect(
      body.data.list.map((one) => [one.by, one.organizationName, one.party, one.isOwn, one.text]),
    ).toEqual([
      ['Ben', 'Northlight Lab', 'lab', false, 'Thank you.'],
      ['Alice', 'Brookside Dental', 'clinic', false, 'Shade is A3.'],
    ])
    expect((await list(people.ben)).body.data.list.map((one) => one.isOwn)).toEqual([true, false])
  })

  it('the pages of messages have no repeats or gaps while new messages arrive', async () => {
    for (let count = 1; count <= 5; count++) await post(people.alice, `Message ${count}`)
    const first = await list(people.bob, { pageSize: 2 })
    await post(people.alice, 'Meanwhile')
    const second = await list(people.bob, { pageSize: 2, cursor: first.body.data.cursor })
    const third = await list(people.bob, { pageSize: 2, cursor: second.body.data.cursor })
    const texts = [first, second, third].flatMap(({ body }) => body.data.list.map((one) => one.text))
    expect(texts).toEqual(['Message 5', 'Message 4', 'Message 3', 'Message 2', 'Message 1'])
    expect(third.body.data.cursor).toBeNull()
    expect((await list(people.bob, { cursor: 'eyJ4IjoxfQ' })).body.fields).toHaveProperty('cursor')
  })

  it('T05: other clinics and laboratories get 404 for messages; individuals and the platform lack the permission', async () => {
    await post(people.alice, 'Between us.')
    for (const stranger of [people.carol, people.erin]) {
      for (const answer of [await post(stranger, 'Hello'), await list(stranger)])
        expect([answer.status, answer.body.error]).toEqual([404, 'order.not_found'])
      expect(await unread(stranger)).toEqual([])
    }
    for (const never of [people.dave, people.root]) expect((await list(never)).status).toBe(403)
  })

  it('T05: messages for one laboratory are hidden from the next one, and from the first after it loses the case', async () => {
    await post(people.bob, 'We can’t do this.')
    const next = { lab_id: people.carol.organizationId, status: 'pending' } as const
    await db().updateTable('orders').set(next).where('id', '=', orderId).execute()
    expect((await list(people.bob)).status).toBe(404)
    expect((await list(people.carol)).body.data.list).toEqual([])
    expect(await unread(people.carol)).toEqual([])
    expect((await list(people.alice)).body.data.list).toHaveLength(1)
  })

  it('a message requires a case with a laboratory, and a text or a photo', async () => {
    const empty = await post(people.alice, '   ')
    expect([empty.status, empty.body.error, empty.body.fields]).toEqual([
      400,
      'message.empty',
      { text: expect.any(String) },
    ])
    orderId = (await insertOrder(app, { clinic: people.alice, status: 'uploaded' })).id
    expect((await post(people.alice, 'Anybody?')).body.error).toBe('order.wrong_status')
    orderId = (await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'completed' })).id
    expect((await post(people.bob, 'Any feedback?')).status).toBe(200)
  })

  it('T36: messages are stored exactly as typed', async () => {
    const text = '<script>alert(1)</script> {{7*7}} javascript:alert(1)'
    await post(people.alice, text)
    expect((await list(people.bob)).body.data.list[0]?.text).toBe(text)
  })

  it('messages above the rate limit get 429', async () => {
    await addAttempts(app, `message:${people.erin.accountId}`, limits.messagesPerHour)
    expect((await post(people.erin, 'Again')).status).toBe(429)
  })
})

describe('read marks', () => {
  it('the sender sees how far each reader has read, and unread messages are counted per account', async () => {
    const first = (await post(people.alice, 'One')).body.data
    const second = (await post(people.amy, 'Two')).body.data
    await post(people.bob, 'Three')
    expect(await unread(people.ben)).toEqual([{ orderId, unread: 2 }])
    expect(await unread(people.alice)).toEqual([{ orderId, unread: 1 }])
    await markRead(people.ben, second.id)
    expect(await unread(people.ben)).toEqual([])
    expect(await unread(people.bob)).toEqual([{ orderId, unread: 2 }])
    // A read mark never moves back to an older message.
    await markRead(people.ben, first.id)
    expect((await list(people.alice)).body.data.readMarks).toEqual([{ by: 'Ben', readTo: second.at }])
    expect((await list(people.ben)).body.data).toMatchObject({ ownReadTo: second.at, readMarks: [] })
  })

  it('messages from before an account existed do not count as unread', async () => {
    await db()
      .updateTable('account')
      .set({ created_at: new Date(app.clock.now().getTime() + 60_000) })
      .where('id', '=', people.ben.accountId)
      .execute()
    await post(people.alice, 'Long ago')
    expect(await unread(people.ben)).toEqual([])
    await db()
      .updateTable('account')
      .set({ created_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', people.ben.accountId)
      .execute()
  })
})

describe('photos', () => {
  it('T38: photos are re-encoded, and visible to both sides only after sending', async () => {
    const id = await upload(people.alice)
    expect((await look(people.alice, id)).status).toBe(200)
    for (const early of [people.amy, people.bob, people.root])
      expect((await look(early, id)).status).toBe(404)
    const { body } = await post(people.alice, '', [id])
    expect(body.data.images).toEqual([{ id, widthPx: 800, heightPx: 600 }])
    for (const reader of [people.amy, people.bob, people.ben]) {
      const { status, bytes } = await look(reader, id)
      expect([status, (await sharp(bytes).metadata()).exif]).toEqual([200, undefined])
    }
    for (const stranger of [people.carol, people.erin, people.dave, people.root])
      expect((await look(stranger, id)).status).toBe(404)
  })

  it('T05: a laboratory that has lost the case sees neither the clinic’s photos nor its own', async () => {
    const [one, other] = [await upload(people.alice), await upload(people.bob)]
    await post(people.alice, '', [one])
    await post(people.bob, '', [other])
    const away = { lab_id: null, status: 'uploaded' } as const
    await db().updateTable('orders').set(away).where('id', '=', orderId).execute()
    for (const id of [one, other]) {
      expect((await look(people.bob, id)).status).toBe(404)
      expect((await look(people.alice, id)).status).toBe(200)
    }
  })

  it('a photo can be sent once and by its uploader only; a message can have several photos', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => upload(people.alice)))
    expect((await post(people.bob, '', ids)).body.error).toBe('image.not_found')
    expect((await post(people.alice, '', [await upload(people.alice, 'logo')])).body.error).toBe(
      'image.not_found',
    )
    expect((await post(people.alice, 'Three', ids)).body.data.images.map((image) => image.id)).toEqual(ids)
    expect((await post(people.alice, 'Again', ids.slice(0, 1))).body.error).toBe('image.not_found')
    const double = await upload(people.alice)
    expect((await post(people.alice, '', [double, double])).body.error).toBe('image.not_found')
  })

  it('photos are deleted 30 days after the case was discarded', async () => {
    const id = await upload(people.alice)
    await post(people.alice, '', [id])
    const gone = {
      status: 'rejected',
      discarded_at: new Date(app.clock.now().getTime() - 31 * 86_400_000),
    } as const
    await db().updateTable('orders').set(gone).where('id', '=', orderId).execute()
    await sql`select graphile_worker.add_job('conversation.dropPhotos', '{}'::json)`.execute(db())
    await app.runJobs()
    await db().updateTable('image').set({ created_at: '2026-01-01T00:00:00Z' }).where('id', '=', id).execute()
    await removeUnusedImages(app.services)
    expect(await db().selectFrom('image').select('id').where('id', '=', id).execute()).toEqual([])
  })
})

describe('mails', () => {
  const waiting = async () => {
    const { rows } = await sql<{ run_at: string }>`select run_at from graphile_worker.jobs
      where task_identifier = 'conversation.mailMessages' and key like ${`messages:${orderId}:%`}`.execute(
      db(),
    )
    return rows.map((row) => Date.parse(row.run_at) - app.clock.now().getTime())
  }
  const letTenMinutesPass = () =>
    sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(db())
  const mailsTo = async (person: Person) =>
    (await app.readMails()).filter((mail) => mail.to === person.email && mail.links[0]?.includes(orderId))

  it('one mail covers the messages of ten minutes and does not contain their text', async () => {
    await post(people.alice, 'Secret one')
    const [first] = await waiting()
    expect(first).toBeGreaterThan((limits.messageMailMinutes - 1) * 60_000)
    await post(people.alice, 'Secret two')
    const times = await waiting()
    expect(times).toHaveLength(1)
    // The second message is covered by the mail job of the first.
    expect(times[0]).toBeLessThanOrEqual(first!)
    expect(await mailsTo(people.bob)).toEqual([])
    await letTenMinutesPass()
    const mails = await mailsTo(people.bob)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('2 new messages')
    expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain('Secret')
  })

  it('readers who have read the messages or switched these mails off get no mail', async () => {
    const { body } = await post(people.alice, 'Read at once')
    await markRead(people.bob, body.data.id)
    await letTenMinutesPass()
    expect(await mailsTo(people.bob)).toEqual([])
    const off = db().updateTable('account').set({ accepts_order_email: false })
    await off.where('id', '=', people.bob.accountId).execute()
    await post(people.alice, 'Another')
    expect(await waiting()).toEqual([])
  })
})
