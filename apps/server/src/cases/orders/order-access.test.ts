import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())

const deliveryOn = '2037-12-08'
const withoutId = (body: object) => JSON.stringify({ ...body, requestId: '' })

async function countEvents(orderId: string): Promise<number> {
  const rows = await app.services.database.db
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .execute()
  return rows.length
}
const read = (person: Person, id: string) => as(app, person).call('orders.get', { params: { id } })

describe('who sees a case', () => {
  it('T01: another clinic, another laboratory and an individual get the same 404 as for a missing case', async () => {
    const { alice, bob, carol, dave, erin, root } = people
    const { id, number } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    for (const person of [erin, carol, dave]) {
      const foreign = await read(person, id)
      const missing = await read(person, newId())
      expect([foreign.status, foreign.body.error]).toEqual([404, 'order.not_found'])
      expect(withoutId(foreign.body)).toBe(withoutId(missing.body))
      expect((await read(person, number)).status).toBe(400)
    }
    for (const person of [alice, bob, root]) expect((await read(person, id)).status).toBe(200)
  })

  it('T05: a partner without the case and a laboratory that has lost it cannot act on it', async () => {
    const { alice, bob, carol } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const tryAll = async (person: Person) => {
      const lab = as(app, person)
      const answers = [
        await lab.call('orders.accept', { body: { id, deliveryOn } }),
        await lab.call('orders.reject', { body: { id, reason: 'other', note: 'No.' } }),
        await lab.call('orders.ship', { body: { id, withoutNumber: true } }),
        await lab.call('orders.remark', { body: { id, remark: 'Mine.' } }),
        await read(person, id),
      ]
      return answers.map((answer) => `${answer.status} ${answer.body.error}`)
    }
    const nothing = Array(5).fill('404 order.not_found')
    expect(await tryAll(carol)).toEqual(nothing)
    await as(app, bob).call('orders.reject', { body: { id, reason: 'capacity', note: 'Full until March.' } })
    expect((await read(bob, id)).status).toBe(200)
    await as(app, alice).call('orders.send', { body: { id, labId: carol.organizationId } })
    expect(await tryAll(bob)).toEqual(nothing)
    const seen = (await read(carol, id)).body.data
    // Bob's note is hidden from carol.
    expect(JSON.stringify(seen)).not.toMatch(/Full until March|Northlight|Bob/)
    expect(seen.order.status).toBe('pending')
  })

  it('a laboratory sees a case that it has lost as a row with number, clinic and dates only', async () => {
    const { alice, bob } = people
    const { id, number } = await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: 'pending',
      patientName: 'Zacharias Lost',
    })
    expect((await as(app, alice).call('orders.recall', { body: { id } })).body.data.status).toBe('uploaded')
    const list = async (words: string) =>
      (await as(app, bob).call('orders.list', { body: { words } })).body.data.list.filter(
        (order) => order.id === id,
      )
    const [row] = await list(number)
    expect(row).toMatchObject({ number, isWithdrawn: true, clinicName: 'Brookside Dental', patientName: '' })
    expect(row).toMatchObject({ labId: null, doctor: '', remark: '', deliveryOn: null, expressNumber: null })
    expect(await list('Zacharias')).toEqual([])
    expect((await read(bob, id)).status).toBe(404)
    // After the clinic sends the case to bob again, bob sees it as a normal case.
    await as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    expect(await list('Zacharias')).toMatchObject([{ isWithdrawn: false, status: 'pending' }])
    expect(await list(number)).toHaveLength(1)
  })

  it('an individual reads a case shared with them and cannot act on it', async () => {
    const { alice, bob, dave } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
    await app.services.database.db
      .insertInto('order_share')
      .values({ order_id: id, account_id: dave.accountId, may_download: false })
      .execute()
    expect((await read(dave, id)).body.data.order.id).toBe(id)
    const page = (await as(app, dave).call('orders.list', { body: {} })).body.data
    expect(page).toMatchObject({ total: 1, counts: { total: 1, accepted: 1 }, list: [{ id }] })
    expect((await as(app, dave).call('orders.complete', { body: { id } })).status).toBe(403)
  })

  it('the platform reads any case and list, and each read adds an audit record that names the clinic', async () => {
    const { alice, bob, root } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'shipped' })
    await read(root, id)
    await as(app, root).call('orders.list', { body: {} })
    const rows = await app.services.database.db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', root.accountId)
      .where((on) => on.or([on('object_id', '=', id), on('action', '=', 'orders.list')]))
      .execute()
    expect(rows.map((row) => row.action).sort()).toEqual(['orders.get', 'orders.list'])
    for (const row of rows) {
      expect(row.subject_organization_ids).toContain(alice.organizationId)
      expect([row.address, row.request_id].every(Boolean)).toBe(true)
    }
  })

  it('neither side can open a discarded case, and the list of the laboratory that rejected it shows a withdrawn row', async () => {
    const { alice, bob } = people
    const { id, number } = await insertOrder(app, { clinic: alice, lab: bob, status: 'rejected' })
    expect((await as(app, alice).call('orders.discard', { params: { id } })).body.data).toEqual({
      done: true,
    })
    expect((await read(alice, id)).status).toBe(404)
    expect((await read(bob, id)).status).toBe(404)
    const page = (await as(app, bob).call('orders.list', { body: { words: number } })).body.data
    expect(page.list).toMatchObject([{ id, isWithdrawn: true }])
    expect((await as(app, alice).call('orders.discard', { params: { id } })).status).toBe(404)
  })
})

describe('who may do what', () => {
  it('T06: clinic and laboratory cannot run each other’s actions, and no step can be skipped', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const mails = (await app.readMails()).length
    const forbidden = [
      await as(app, alice).call('orders.accept', { body: { id, deliveryOn } }),
      await as(app, alice).call('orders.ship', { body: { id, withoutNumber: true } }),
      await as(app, bob).call('orders.send', { body: { id, labId: bob.organizationId } }),
      await as(app, bob).call('orders.complete', { body: { id } }),
      await as(app, bob).call('orders.recall', { body: { id } }),
    ]
    expect(forbidden.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403])
    const early = [
      await as(app, bob).call('orders.ship', { body: { id, withoutNumber: true } }),
      await as(app, alice).call('orders.complete', { body: { id, arrivedUnshipped: true } }),
    ]
    for (const answer of early)
      expect([answer.status, answer.body.error]).toEqual([409, 'order.wrong_status'])
    expect((await read(alice, id)).body.data.order).toMatchObject({ status: 'pending', version: 1 })
    expect(await countEvents(id)).toBe(0)
    expect((await app.readMails()).length).toBe(mails)
  })

  it('T31: when a partnership ends, pending cases return to the clinic and accepted ones continue', async () => {
    const { erin, bob } = people
    await insertPartnership(app, erin, bob)
    const make = (status: 'pending' | 'accepted' | 'shipped' | 'completed') =>
      insertOrder(app, { clinic: erin, lab: bob, status })
    const pending = await make('pending')
    const accepted = await make('accepted')
    const shipped = await make('shipped')
    const completed = await make('completed')
    const waiting = await insertOrder(app, { clinic: erin, status: 'scanned' })
    const labId = bob.organizationId
    await as(app, erin).call('orders.send', { body: { id: waiting.id, labId } })
    const removed = await as(app, erin).call('partners.remove', { body: { organizationId: labId } })
    expect(removed.status).toBe(200)
    const lab = as(app, bob)
    expect((await lab.call('orders.accept', { body: { id: pending.id, deliveryOn } })).status).toBe(404)
    expect((await read(erin, pending.id)).body.data.order).toMatchObject({ status: 'uploaded', labId: null })
    expect((await read(erin, waiting.id)).body.data.order.isSendWaiting).toBe(false)
    const ship = await lab.call('orders.ship', { body: { id: accepted.id, withoutNumber: true } })
    expect(ship.status).toBe(200)
    for (const { id } of [accepted, shipped, completed]) expect((await read(bob, id)).status).toBe(200)
    const again = await as(app, erin).call('orders.send', { body: { id: pending.id, labId } })
    expect([again.status, again.body.error]).toEqual([409, 'partner.required'])
  })

  it('T32: a clinic can send only to an active partner laboratory', async () => {
    const { alice, bob, carol, erin } = people
    const { id } = await insertOrder(app, { clinic: alice, status: 'uploaded' })
    const send = async (labId: string) => {
      const answer = await as(app, alice).call('orders.send', { body: { id, labId } })
      if (answer.status !== 200) expect(Object.keys(answer.body.fields ?? {})).toEqual(['labId'])
      return `${answer.status} ${answer.body.error}`
    }
    expect(await send(erin.organizationId)).toBe('409 partner.required')
    expect(await send(alice.organizationId)).toBe('409 partner.required')
    expect(await send(newId())).toBe('409 partner.required')
    const { db } = app.services.database
    const ban = (banned_at: Date | null) =>
      db.updateTable('organization').set({ banned_at }).where('id', '=', carol.organizationId).execute()
    await ban(app.clock.now())
    expect(await send(carol.organizationId)).toBe('409 partner.banned')
    const accepted = await insertOrder(app, { clinic: alice, lab: carol, status: 'accepted' })
    const recalled = await as(app, alice).call('orders.recall', { body: { id: accepted.id } })
    expect(recalled.body.data.status).toBe('uploaded')
    await ban(null)
    const kept = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
    expect((await as(app, alice).call('orders.recall', { body: { id: kept.id } })).status).toBe(409)
  })
})
