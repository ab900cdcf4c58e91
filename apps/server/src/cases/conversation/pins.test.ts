import { limits, type NewPin } from '@pontic/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { changedAspects, fineAspects, insertReview } from '../../test/design-reviews.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { readPdfText } from '../../test/pdf-text.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { insertScan, pinOn, postPin } from '../../test/pins.ts'
import { eraseOrder } from '../patients/empty-case.service.ts'
import { replaceName } from '../patients/traces.queries.ts'

let app: TestApp
let people: People
let orderId: string
let fileId: string

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())
beforeEach(async () => {
  orderId = (await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })).id
  fileId = (await insertScan(app, orderId, people.alice)).id
})

const db = () => app.services.database.db
const post = (person: Person, pins: NewPin[], text = 'Look here.') =>
  as(app, person).call('conversation.post', { body: { orderId, text, pins } })
const readPins = (person: Person) =>
  as(app, person).call('conversation.listPins', { params: { id: orderId } })
const list = async (person: Person) => (await readPins(person)).body.data.list
const resolve = (person: Person, pinId: string) =>
  as(app, person).call('conversation.resolvePin', { body: { pinId } })
const reopen = (person: Person, pinId: string) =>
  as(app, person).call('conversation.reopenPin', { body: { pinId } })

async function uploadPicture(person: Person): Promise<string> {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const response = await fetch(`${app.url}/restful/images/message`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

const look = async (person: Person, id: string) =>
  (await fetch(`${app.url}/restful/images/${id}`, { headers: { authorization: `Bearer ${person.token}` } }))
    .status

describe('pins of messages', () => {
  it('have numbers in their case, and both parties read point, camera, file and author', async () => {
    const { alice, amy, bob, ben } = people
    const first = await post(alice, [pinOn(fileId), pinOn(fileId, { note: 'Too thick.' })])
    expect(first.body.data.pins.map(({ number }) => number)).toEqual([1, 2])
    const question = { orderId, reason: 'margin_unclear', text: 'Is this the margin?', pins: [pinOn(fileId)] }
    const asked = await as(app, bob).call('conversation.ask', { body: question })
    const answer = { questionId: asked.body.data.id, text: 'Yes.', pins: [pinOn(fileId)] }
    await as(app, amy).call('conversation.answer', { body: answer })
    for (const reader of [amy, ben]) {
      const pins = await list(reader)
      expect(pins.map(({ number, by, party, text }) => [number, by, party, text])).toEqual([
        [1, 'Alice', 'clinic', 'Look here.'],
        [2, 'Alice', 'clinic', 'Too thick.'],
        [3, 'Bob', 'lab', 'Is this the margin?'],
        [4, 'Amy', 'clinic', 'Yes.'],
      ])
      const { point, normal, camera } = pinOn(fileId)
      expect(pins[0]).toMatchObject({ point, normal, camera, messageId: first.body.data.id, aspect: null })
      expect(pins[0]?.file).toMatchObject({ id: fileId, name: 'upper.stl', version: null, isRemoved: false })
    }
    const messages = (await as(app, ben).call('conversation.list', { body: { orderId } })).body.data.list
    expect(messages.map(({ pins }) => pins.map(({ number }) => number))).toEqual([[4], [3], [1, 2]])
  })

  it('numbers are given once when several people pin at once', async () => {
    await Promise.all(
      [people.alice, people.amy, people.bob, people.ben].map((one) => post(one, [pinOn(fileId)])),
    )
    expect((await list(people.bob)).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })

  it('a pin alone is a message', async () => {
    expect((await post(people.alice, [pinOn(fileId)], '')).status).toBe(200)
  })

  it('either party resolves a pin once, and reopens it', async () => {
    const { pinId } = await postPin(app, people, orderId)
    expect((await resolve(people.ben, pinId)).body.data).toMatchObject({ resolvedBy: 'Ben' })
    const again = await resolve(people.alice, pinId)
    expect([again.status, again.body.error]).toEqual([409, 'pin.wrong_state'])
    expect((await list(people.amy))[0]).toMatchObject({ resolvedBy: 'Ben', resolvedAt: expect.any(String) })
    expect((await reopen(people.amy, pinId)).body.data).toMatchObject({ resolvedBy: null, resolvedAt: null })
    expect((await reopen(people.amy, pinId)).body.error).toBe('pin.wrong_state')
  })

  it('names a file that was removed, and keeps its digest', async () => {
    const { sha256 } = await insertScan(app, orderId, people.alice)
    const scan = await db()
      .selectFrom('order_file')
      .select('id')
      .where('sha256', '=', Buffer.from(sha256, 'hex'))
      .executeTakeFirstOrThrow()
    await post(people.alice, [pinOn(scan.id)])
    await db()
      .updateTable('order_file')
      .set({ removed_at: app.clock.now() })
      .where('id', '=', scan.id)
      .execute()
    expect((await list(people.bob))[0]?.file).toMatchObject({ isRemoved: true, sha256 })
    expect((await post(people.alice, [pinOn(scan.id)])).body.error).toBe('file.not_found')
  })

  it('a picture of a pin is readable for both parties once it is sent, and can be used once', async () => {
    const imageId = await uploadPicture(people.alice)
    expect(await look(people.bob, imageId)).toBe(404)
    await post(people.alice, [pinOn(fileId, { imageId })])
    for (const reader of [people.amy, people.ben]) expect(await look(reader, imageId)).toBe(200)
    for (const stranger of [people.carol, people.erin, people.dave, people.root])
      expect(await look(stranger, imageId)).toBe(404)
    expect((await list(people.bob))[0]?.image).toEqual({ id: imageId, widthPx: 640, heightPx: 480 })
    expect((await post(people.alice, [pinOn(fileId, { imageId })])).body.error).toBe('image.not_found')
    const foreign = await uploadPicture(people.bob)
    expect((await post(people.alice, [pinOn(fileId, { imageId: foreign })])).body.error).toBe(
      'image.not_found',
    )
  })
})

describe('attackers', () => {
  it('T05: other organizations cannot read, resolve or reopen pins; individuals and the platform lack the permission', async () => {
    const { pinId } = await postPin(app, people, orderId)
    for (const stranger of [people.carol, people.erin]) {
      expect((await readPins(stranger)).body.error).toBe('order.not_found')
      expect((await resolve(stranger, pinId)).body.error).toBe('pin.not_found')
      expect((await reopen(stranger, pinId)).body.error).toBe('pin.not_found')
    }
    for (const never of [people.dave, people.root]) {
      expect((await readPins(never)).status).toBe(403)
      expect((await resolve(never, pinId)).status).toBe(403)
    }
    expect((await list(people.alice))[0]?.resolvedAt).toBeNull()
  })

  it('T05: pins for one laboratory are hidden from the next one', async () => {
    const { pinId } = await postPin(app, people, orderId)
    const next = { lab_id: people.carol.organizationId, status: 'pending' } as const
    await db().updateTable('orders').set(next).where('id', '=', orderId).execute()
    expect((await readPins(people.bob)).status).toBe(404)
    expect(await list(people.carol)).toEqual([])
    expect((await resolve(people.carol, pinId)).body.error).toBe('pin.not_found')
    expect(await list(people.alice)).toHaveLength(1)
  })

  it('T05: a pin needs a scan of the same case that both parties may read', async () => {
    const other = await insertOrder(app, { clinic: people.erin, lab: people.carol, status: 'accepted' })
    const foreign = await insertScan(app, other.id, people.erin)
    const own = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
    const sibling = await insertScan(app, own.id, people.alice)
    // A file of another laboratory, to which the case was sent before.
    const earlier = await insertScan(app, orderId, people.carol, 'lab')
    const photo = await insertFile(app, {
      orderId,
      by: people.alice,
      bytes: Buffer.from('photo'),
      kind: 'jpeg',
      role: 'photo',
      name: 'photo.jpg',
    })
    for (const { id } of [foreign, sibling, earlier, photo])
      expect((await post(people.alice, [pinOn(id)])).body.error).toBe('file.not_found')
    expect(await list(people.alice)).toEqual([])
  })

  it('refuses coordinates that are no numbers, too large or no direction, and too many pins', async () => {
    const far = limits.pinReachMm + 1
    const bad: unknown[] = [
      { point: [far, 0, 0] },
      { point: [0, 0] },
      { point: [0, 0, 0, 0] },
      { point: ['1', 0, 0] },
      { point: [null, 0, 0] },
      { normal: [0, 0, 0] },
      { normal: [1, 1, 1] },
      { camera: { ...pinOn(fileId).camera, target: pinOn(fileId).camera.position } },
      { camera: { ...pinOn(fileId).camera, aspect: 0 } },
      { note: 'x'.repeat(limits.pinNoteLengthMax + 1) },
    ]
    for (const more of bad) {
      const answer = await post(people.alice, [{ ...pinOn(fileId), ...(more as object) }])
      expect([answer.status, answer.body.error]).toEqual([400, 'request.invalid'])
    }
    // JSON has no NaN, and this number is infinite once it is parsed.
    const body = JSON.stringify({ orderId, text: '', pins: [pinOn(fileId, { point: [7, 7, 7] })] })
    const infinite = await fetch(`${app.url}/restful/orders/messages`, {
      method: 'POST',
      body: body.replace('[7,7,7]', '[1e999,7,7]'),
      headers: { authorization: `Bearer ${people.alice.token}`, 'content-type': 'application/json' },
    })
    expect(infinite.status).toBe(400)
    const many = Array.from({ length: limits.messagePinsMax + 1 }, () => pinOn(fileId))
    expect((await post(people.alice, many)).status).toBe(400)
    await post(people.alice, [pinOn(fileId)])
    await sql`insert into order_pin (id, order_id, lab_id, number, message_id, file_id, file_sha256, place, note)
      select gen_random_uuid(), order_id, lab_id, ${limits.orderPinsMax}, message_id, file_id, file_sha256, place, note
      from order_pin where order_id = ${orderId}`.execute(db())
    expect((await post(people.alice, [pinOn(fileId)])).body.error).toBe('pin.too_many')
  })

  it('the server’s database role can resolve pins, but not change or delete them', async () => {
    const { pinId } = await postPin(app, people, orderId)
    const refused = /permission denied for table order_pin/
    const change = db().updateTable('order_pin').set({ note: 'Other.' }).where('id', '=', pinId)
    await expect(change.execute()).rejects.toThrow(refused)
    await expect(db().deleteFrom('order_pin').where('id', '=', pinId).execute()).rejects.toThrow(refused)
  })
})

describe('pins of a design review', () => {
  /** Asks for changes with a pin on the design and one on a scan of the clinic. */
  async function askWithPins() {
    const { alice } = people
    const review = await insertReview(app, people, { state: 'requested' })
    orderId = review.id
    const scan = await insertScan(app, orderId, alice)
    const pins = [
      { ...pinOn(review.fileId), aspect: 'contacts' as const },
      { ...pinOn(scan.id, { note: 'Touches Test Patient here.' }), aspect: 'occlusion' as const },
    ]
    const body = { orderId, stepId: review.stepId, aspects: changedAspects, pins }
    const answer = await as(app, alice).call('reviews.askChanges', { body })
    expect(answer.status).toBe(200)
    return { ...review, scan }
  }

  it('belong to an aspect and name the version of the design', async () => {
    const { sha256 } = await askWithPins()
    const pins = await list(people.ben)
    expect(pins.map(({ aspect, text, by }) => [aspect, text, by])).toEqual([
      ['contacts', 'Open at 24 mesial.', 'Alice'],
      ['occlusion', 'Touches Test Patient here.', 'Alice'],
    ])
    expect(pins.map(({ file }) => file.version)).toEqual([1, null])
    expect(pins[0]?.file.sha256).toBe(sha256)
    expect((await resolve(people.bob, pins[0]?.id ?? '')).status).toBe(200)
  })

  it('a pin with a note suffices to ask for changes, and a foreign scan refuses the whole assessment', async () => {
    const { id, stepId, fileId: design } = await insertReview(app, people, { state: 'requested' })
    const aspects = { ...fineAspects, contacts: { verdict: 'change' } } as const
    const ask = (pin: NewPin) =>
      as(app, people.alice).call('reviews.askChanges', {
        body: { orderId: id, stepId, aspects, pins: [{ ...pin, aspect: 'contacts' as const }] },
      })
    expect((await ask(pinOn(fileId, { note: 'Open.' }))).body.error).toBe('file.not_found')
    expect((await ask(pinOn(design))).status).toBe(400)
    expect((await ask(pinOn(design, { note: 'Open.' }))).status).toBe(200)
  })

  it('are in the PDF of the record and in the ZIP of the case with number, file, version, point and text', async () => {
    const { id, scan } = await askWithPins()
    await post(people.bob, [pinOn(scan.id)], 'And here?')
    const headers = { authorization: `Bearer ${people.ben.token}`, 'accept-language': 'en-US' }
    const pdf = await fetch(`${app.url}/restful/orders/${id}/review/pdf`, { headers })
    const text = readPdfText(Buffer.from(await pdf.arrayBuffer()))
    expect(text).toContain('Pin 1 · crown-24.stl · Version 1')
    expect(text).toContain('Pin 2 · upper.stl')
    expect(text).toContain('X 1.25 · Y -2.50 · Z 3.00 mm')
    expect(text).toContain(`SHA-256 ${scan.sha256}`)
    expect(text).toContain('Touches Test Patient here.')
    const made = await as(app, people.ben).call('files.createTicket', { body: { id, fileId: null } })
    const zip = Buffer.from(await (await fetch(app.url + made.body.data.path)).arrayBuffer()).toString(
      'latin1',
    )
    const start = zip.indexOf('{\n')
    const manifest = JSON.parse(zip.slice(start, zip.indexOf('\n}\n', start) + 3))
    expect(manifest.pins).toHaveLength(3)
    expect(manifest.pins[0]).toMatchObject({
      number: 1,
      file: { name: 'crown-24.stl' },
      point: [1.25, -2.5, 3],
      aspect: 'contacts',
    })
    expect(manifest.pins[2]).toMatchObject({ number: 3, text: 'And here?' })
  })

  it('keep their version in the PDF, and their ZIP resumes, after a later version and a resolved pin', async () => {
    const { id, fileId: design } = await askWithPins()
    const readPdf = async () => {
      const headers = { authorization: `Bearer ${people.ben.token}`, 'accept-language': 'en-US' }
      const pdf = await fetch(`${app.url}/restful/orders/${id}/review/pdf`, { headers })
      return readPdfText(Buffer.from(await pdf.arrayBuffer()))
    }
    const made = await as(app, people.ben).call('files.createTicket', { body: { id, fileId: null } })
    const etag = (await fetch(app.url + made.body.data.path)).headers.get('etag') ?? ''
    const [pin] = await list(people.ben)
    expect((await resolve(people.ben, pin?.id ?? '')).status).toBe(200)
    const headers = { range: 'bytes=40-', 'if-range': etag }
    expect((await fetch(app.url + made.body.data.path, { headers })).status).toBe(206)
    const asked = await as(app, people.ben).call('reviews.request', {
      body: { orderId: id, fileIds: [design] },
    })
    expect(asked.status).toBe(200)
    expect((await list(people.ben))[0]?.file.version).toBe(2)
    expect(await readPdf()).toContain('Pin 1 · crown-24.stl · Version 1')
    expect((await fetch(app.url + made.body.data.path, { headers })).status).toBe(200)
  })

  it('lose texts and pictures when the patient is erased, and keep points and digests', async () => {
    const { id, sha256 } = await askWithPins()
    const imageId = await uploadPicture(people.bob)
    await post(people.bob, [pinOn((await insertScan(app, id, people.alice)).id, { imageId })])
    await app.services.database.transaction((tx) =>
      eraseOrder({ tx, services: app.services }, { orderId: id, code: 'P-1' }),
    )
    const pins = await list(people.alice)
    expect(pins.map(({ number, text, image }) => [number, text, image])).toEqual([
      [1, '', null],
      [2, '', null],
    ])
    expect(pins[0]?.file).toMatchObject({ sha256, name: 'design.stl', isRemoved: true })
    expect(await look(people.alice, imageId)).toBe(404)
  })

  it('lose the name of an erased patient in other cases, and are in the export of the patient’s data', async () => {
    const { id } = await askWithPins()
    const body = { name: 'Test Patient', orderIds: [id] }
    const made = await as(app, people.alice).call('patients.createExport', { body })
    const zip = Buffer.from(await (await fetch(app.url + made.body.data.path)).arrayBuffer())
    expect(zip.includes('Touches Test Patient here.')).toBe(true)
    const scope = { clinicId: people.alice.organizationId, organizationIds: [people.alice.organizationId] }
    await app.services.database.transaction((tx) => replaceName(tx, scope, 'Test Patient', 'P-2'))
    expect((await list(people.bob))[1]?.note).toBe('Touches P-2 here.')
  })
})
