import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { findFaults } from '../../test/consistency.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People
let original: string
let upper: string
let lower: string

// Any content will do: this test does not process scans.
const self = readFileSync(fileURLToPath(import.meta.url))

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const db = () => app.services.database.db

beforeEach(async () => {
  const { alice, bob } = people
  original = (
    await insertOrder(app, { clinic: alice, lab: bob, status: 'completed', patientName: 'Ada Lund' })
  ).id
  const bytes = Buffer.concat([self, Buffer.from(original)])
  upper = (await insertFile(app, { orderId: original, by: alice, bytes })).id
  lower = (
    await insertFile(app, {
      orderId: original,
      by: alice,
      bytes: bytes.subarray(1),
      name: 'lower.stl',
      role: 'lower',
    })
  ).id
})

const remake = (person: Person, more: object = {}) =>
  as(app, person).call('orders.remake', {
    params: { id: original },
    body: { cause: 'scan', note: 'Margin missing.', ...more },
  })
const detail = async (person: Person, id: string) =>
  (await as(app, person).call('orders.get', { params: { id } })).body.data
const used = async () => {
  const row = await db()
    .selectFrom('organization')
    .select('storage_used_bytes')
    .where('id', '=', people.alice.organizationId)
    .executeTakeFirstOrThrow()
  return row.storage_used_bytes
}
// Inserted orders have no complete timeline, so this returns only faults of stored counts and used storage.
const findMiscounts = async () =>
  (await findFaults(app.services.database)).filter((fault) => / uses .* bytes|counts|of .* files/.test(fault))
const addressTo = (id: string, lab: Person) =>
  db()
    .updateTable('orders')
    .set({ status: 'pending', lab_id: lab.organizationId })
    .where('id', '=', id)
    .execute()

describe('a remake', () => {
  it('a remake is a new case with the same fields, linked in both directions and shown in both timelines', async () => {
    const { status, body } = await remake(people.alice, { deliveryOn: '2037-12-18' })
    expect(status).toBe(200)
    const made = body.data
    expect(made).toMatchObject({
      status: 'scanned',
      patientName: 'Ada Lund',
      deliveryOn: '2037-12-18',
      labId: null,
    })
    expect(made.id).not.toBe(original)
    const [old, fresh] = [await detail(people.alice, original), await detail(people.alice, made.id)]
    expect(old.remakes).toEqual([fresh.remakeOf])
    expect(old.order.status).toBe('completed')
    expect(fresh.remakeOf).toMatchObject({
      original: { id: original, number: old.order.number },
      remade: { id: made.id, number: made.number },
      clinicCause: 'scan',
      labCause: null,
    })
    expect(old.timeline.map((one) => [one.kind, one.reason])).toEqual([['remake', 'scan']])
    expect(fresh.timeline.map((one) => one.kind)).toEqual(['register', 'remakeOf'])
  })

  it('a remake that reuses scans is uploaded at once, and the scans count once against the quota', async () => {
    const before = await used()
    const { body } = await remake(people.alice, { fileIds: [upper, lower] })
    expect(body.data).toMatchObject({ status: 'uploaded', filesTotal: 2, filesVerified: 2 })
    expect(await used()).toBe(before)
    const { files } = await detail(people.alice, body.data.id)
    expect(files.map((file) => [file.name, file.role, file.state])).toEqual([
      ['upper.stl', 'upper', 'verified'],
      ['lower.stl', 'lower', 'verified'],
    ])
    const response = await fetch(`${app.url}/restful/orders/${body.data.id}/files/${files[0]!.id}`, {
      headers: { authorization: `Bearer ${people.alice.token}` },
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.concat([self, Buffer.from(original)]))
    expect(await findMiscounts()).toEqual([])
  })

  it('a remake has a copy of the prescription', async () => {
    const body = { type: 0, items: [], connectors: [] }
    await db().deleteFrom('prescription').where('order_id', '=', original).execute()
    await db()
      .insertInto('prescription')
      .values({ order_id: original, body: JSON.stringify(body) })
      .execute()
    const made = (await remake(people.alice)).body.data
    const row = await db()
      .selectFrom('prescription')
      .select('body')
      .where('order_id', '=', made.id)
      .executeTakeFirst()
    expect(row?.body).toEqual(body)
  })

  it('T03: a remake reuses no file of another case, another clinic or the laboratory', async () => {
    const other = (await insertOrder(app, { clinic: people.erin, lab: people.bob, status: 'completed' })).id
    const foreign = (await insertFile(app, { orderId: other, by: people.erin, bytes: self })).id
    const design = { orderId: original, by: people.bob, bytes: self.subarray(9), party: 'lab' } as const
    const labs = (await insertFile(app, { ...design, name: 'design.stl', role: 'design' })).id
    for (const id of [foreign, labs]) {
      const answer = await remake(people.alice, { fileIds: [upper, id] })
      expect([answer.status, answer.body.error]).toEqual([404, 'file.not_found'])
    }
    expect((await detail(people.alice, original)).remakes).toEqual([])
  })

  it('one of two simultaneous remakes with the same version is refused', async () => {
    const { version } = (await detail(people.alice, original)).order
    const answers = await Promise.all([1, 2].map(() => remake(people.alice, { version })))
    expect(answers.map((one) => one.body.error).sort()).toEqual(['order.changed', undefined])
  })

  it('the laboratory gets a mail about the remake, with the cause and without the patient’s name', async () => {
    await remake(people.alice)
    const mail = (await app.readMails()).find((one) => one.to === people.bob.email)
    expect(mail?.subject).toMatch(/^Remake of case/)
    expect(mail?.text).toContain('Scan or impression')
    expect(mail?.text).not.toContain('Lund')
  })
})

describe('the two opinions on the cause', () => {
  const note = (person: Person, id: string, cause: string) =>
    as(app, person).call('remakes.noteCause', { body: { id, cause, note: 'Our view.' } })

  it('each side saves its opinion, and both read the two opinions', async () => {
    const made = (await remake(people.alice)).body.data
    expect((await note(people.ben, made.id, 'clinic')).body.data).toMatchObject({ labCause: 'clinic' })
    expect((await note(people.amy, made.id, 'patient')).status).toBe(200)
    for (const person of [people.alice, people.bob]) {
      const { remakes, timeline } = await detail(person, original)
      expect(remakes[0]).toMatchObject({ clinicCause: 'patient', labCause: 'clinic', labNote: 'Our view.' })
      expect(timeline.filter((one) => one.kind === 'cause').map((one) => one.reason)).toEqual([
        'clinic',
        'patient',
      ])
    }
  })

  it('T05: the original’s laboratory sees the new case only if it has that case, and another one does not see the original', async () => {
    const made = (await remake(people.alice)).body.data
    expect((await detail(people.bob, original)).remakes[0]).toMatchObject({ remade: null })
    await addressTo(made.id, people.carol)
    expect((await detail(people.bob, original)).remakes[0]).toMatchObject({ remade: null })
    const seen = await detail(people.carol, made.id)
    expect([seen.remakeOf, seen.remakes]).toEqual([null, []])
    expect(seen.timeline.map((one) => one.kind)).not.toContain('remakeOf')
    for (const stranger of [people.carol, people.erin])
      expect((await note(stranger, made.id, 'lab')).body.error).toBe('remake.not_found')
    await addressTo(made.id, people.bob)
    expect((await detail(people.bob, original)).remakes[0]?.remade?.id).toBe(made.id)
    expect((await detail(people.bob, made.id)).remakeOf?.original?.id).toBe(original)
  })

  it('the figures count the opinions by partner and cause, the same on both sides', async () => {
    const ownClinic = people.erin
    await insertPartnership(app, ownClinic, people.carol)
    const cases = await Promise.all(
      ['scan', 'scan', 'lab'].map(async (cause) => {
        const { id } = await insertOrder(app, { clinic: ownClinic, lab: people.carol, status: 'shipped' })
        const body = { cause }
        const answer = await as(app, ownClinic).call('orders.remake', { params: { id }, body })
        return answer.body.data.id
      }),
    )
    await note(people.carol, cases[0]!, 'scan')
    await note(people.carol, cases[1]!, 'clinic')
    for (const [reader, partner] of [
      [ownClinic, people.carol],
      [people.carol, ownClinic],
    ] as const) {
      const { body } = await as(app, reader).call('remakes.figures', { body: {} })
      const found = body.data.list.find((one) => one.partnerId === partner.organizationId)
      expect(found).toMatchObject({
        partnerName: partner.organizationName,
        total: 3,
        unanswered: 1,
        disputed: 1,
      })
      expect(found?.causes.filter((one) => one.byClinic + one.byLab > 0)).toEqual([
        { cause: 'scan', byClinic: 2, byLab: 1 },
        { cause: 'clinic', byClinic: 0, byLab: 1 },
        { cause: 'lab', byClinic: 1, byLab: 0 },
      ])
    }
    const none = { partnerId: people.bob.organizationId }
    expect((await as(app, people.erin).call('remakes.figures', { body: none })).body.data.list).toEqual([])
    const old = { to: '2020-01-01' }
    expect((await as(app, people.erin).call('remakes.figures', { body: old })).body.data.list).toEqual([])
  })
})

describe('released files', () => {
  const release = (person: Person, more: object = {}) =>
    as(app, person).call('files.release', { body: { id: original, ...more } })

  it('released files free the quota and stay listed by name, but nobody can open them', async () => {
    const before = await used()
    const { body } = await release(people.alice)
    expect(body.data.files).toBe(2)
    expect(await used()).toBe(before - body.data.freedBytes)
    expect(body.data.freedBytes).toBe(2 * (self.length + original.length) - 1)
    await app.runJobs()
    for (const person of [people.alice, people.bob]) {
      const { files, timeline } = await detail(person, original)
      expect(files.map((file) => [file.name, file.state, file.sha256])).toEqual([
        ['upper.stl', 'released', null],
        ['lower.stl', 'released', null],
      ])
      expect(timeline.at(-1)).toMatchObject({ kind: 'release', note: 'upper.stl, lower.stl' })
      const response = await fetch(`${app.url}/restful/orders/${original}/files/${upper}`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect(response.status).toBe(404)
    }
    const ticket = { id: original, fileId: null }
    expect((await as(app, people.alice).call('files.createTicket', { body: ticket })).status).toBe(404)
    expect(await findMiscounts()).toEqual([])
  })

  it('released files that a remake uses stay in the remake and still count against the quota', async () => {
    const made = (await remake(people.alice, { fileIds: [upper] })).body.data
    const before = await used()
    const { body } = await release(people.alice)
    // Releasing frees only the lower scan, because the remake uses the upper one.
    expect(body.data.freedBytes).toBe(self.length + original.length - 1)
    await app.runJobs()
    const { files } = await detail(people.alice, made.id)
    const response = await fetch(`${app.url}/restful/orders/${made.id}/files/${files[0]!.id}`, {
      headers: { authorization: `Bearer ${people.alice.token}` },
    })
    expect(response.status).toBe(200)
    await as(app, people.alice).call('files.remove', { params: { fileId: files[0]!.id } })
    expect(await used()).toBe(before - 2 * (self.length + original.length) + 1)
    expect(await findMiscounts()).toEqual([])
  })

  it('T06: only the clinic releases files, only in completed cases, one by one or all', async () => {
    expect((await release(people.bob)).status).toBe(403)
    expect((await release(people.erin)).status).toBe(404)
    const { body } = await release(people.amy, { fileIds: [upper] })
    expect(body.data.files).toBe(1)
    expect((await release(people.amy, { fileIds: [upper] })).body.error).toBe('file.not_found')
    await db().updateTable('orders').set({ status: 'shipped' }).where('id', '=', original).execute()
    expect((await release(people.alice)).body.error).toBe('order.wrong_status')
  })
})
