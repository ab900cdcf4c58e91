import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People } from '../../test/people.ts'
import { finishDeletes } from './final-deletes.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const root = () => as(app, people.root)
const one = (id: string) => ({ params: { id } })

/** Returns the counters that differ from a recount. */
async function wrongCounters(): Promise<unknown[]> {
  const { rows } = await sql`
    with recount as (
      select organization_id, status, count(*) as count from (
        select clinic_id as organization_id, status from orders where discarded_at is null
        union all select lab_id, status from orders where discarded_at is null and lab_id is not null
      ) o group by 1, 2)
    select * from org_status_count c full join recount r using (organization_id, status)
    where coalesce(c.count, 0) <> coalesce(r.count, 0)`.execute(app.services.database.db)
  return rows
}

async function readAudit(action: string) {
  return app.services.database.db
    .selectFrom('audit')
    .select(['account_id', 'object_id', 'subject_organization_ids', 'address', 'detail'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
}

test('T63: the platform lists the cases of all organizations, and the audit names the owners of the listed cases', async () => {
  const mine = await insertOrder(app, {
    clinic: people.alice,
    lab: people.bob,
    status: 'pending',
    patientName: 'Ida',
  })
  await insertOrder(app, { clinic: people.erin, patientName: 'Juno' })
  const all = await root().call('manage.listOrders', { body: {} })
  expect(all.body.data.list.map((row) => row.patientName).sort()).toEqual(['Ida', 'Juno'])
  expect(all.body.data.counts).toMatchObject({ total: 2, pending: 1, uploaded: 1 })
  const found = await root().call('manage.listOrders', {
    body: { words: 'ida', partnerId: people.bob.organizationId },
  })
  expect(found.body.data.list.map((row) => row.id)).toEqual([mine.id])
  const row = (await readAudit('orders.list')).at(-1)
  expect(row).toMatchObject({
    account_id: people.root.accountId,
    address: '127.0.0.1',
    detail: { orderIds: [mine.id] },
  })
  expect([...(row?.subject_organization_ids ?? [])].sort()).toEqual(
    [people.alice.organizationId, people.bob.organizationId].sort(),
  )
})

describe('T26: deleting a case', () => {
  test('neither side can open a deleted case, both still list it, and it can be restored with its files', async () => {
    const { alice, bob } = people
    const order = await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: 'completed',
      patientName: 'Kim Lee',
    })
    await insertFile(app, { orderId: order.id, by: alice, bytes: Buffer.from('solid a\nendsolid a\n') })
    const weight = await root().call('manage.weighOrder', one(order.id))
    expect(weight.body.data).toEqual({
      number: order.number,
      status: 'completed',
      clinicName: 'Brookside Dental',
      labName: 'Northlight Lab',
      files: 1,
      filesBytes: 19,
      messages: 0,
      shares: 0,
    })
    expect((await root().call('manage.deleteOrder', one(order.id))).status).toBe(200)
    for (const person of [alice, bob, people.root])
      expect((await as(app, person).call('orders.get', one(order.id))).status).toBe(404)
    const kept = (await as(app, bob).call('orders.list', { body: {} })).body.data.list
    expect(kept.find((row) => row.id === order.id)).toMatchObject({ isWithdrawn: true, number: order.number })
    const own = (await as(app, alice).call('orders.listDiscarded', { body: {} })).body.data.list
    expect(own).toMatchObject([{ id: order.id, isDeleted: true }])
    const undone = await as(app, alice).call('orders.restore', { body: { id: order.id } })
    expect([undone.status, undone.body.error]).toEqual([404, 'order.not_found'])
    expect(await wrongCounters()).toEqual([])
    const deleted = await root().call('manage.listDeletedOrders', { body: { words: 'kim' } })
    expect(deleted.body.data.list).toMatchObject([
      { number: order.number, patientName: 'Kim Lee', labName: 'Northlight Lab', deletedBy: 'Root' },
    ])
    const again = await root().call('manage.deleteOrder', one(order.id))
    expect([again.status, again.body.error]).toEqual([404, 'order.not_found'])
    expect((await root().call('manage.restoreOrder', one(order.id))).status).toBe(200)
    const back = await as(app, bob).call('orders.get', one(order.id))
    expect(back.body.data.order).toMatchObject({ status: 'completed', patientName: 'Kim Lee' })
    expect(back.body.data.files).toHaveLength(1)
    const steps = (await as(app, alice).call('orders.get', one(order.id))).body.data.timeline
    expect(steps.map((step) => [step.kind, step.by, step.organizationName])).toEqual([
      ['discard', 'Root', 'Pontic Platform'],
      ['restore', 'Root', 'Pontic Platform'],
    ])
    expect(await wrongCounters()).toEqual([])
    const [row] = await readAudit('manage.deleteOrder')
    expect(row).toMatchObject({
      object_id: order.id,
      detail: { before: { isDeleted: false }, after: { isDeleted: true } },
    })
  })

  test('30 days after the deletion of a case, its patient name and files are erased, and both sides still list it', async () => {
    const { alice, bob } = people
    const order = await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: 'shipped',
      patientName: 'Lou Gone',
    })
    const file = await insertFile(app, {
      orderId: order.id,
      by: alice,
      bytes: Buffer.from('solid b\nendsolid b\n'),
    })
    await root().call('manage.deleteOrder', one(order.id))
    app.clock.advance({ days: 31 })
    people = {
      ...people,
      root: { ...people.root, ...(await createSession(app, people.root.accountId)) },
    }
    const late = await root().call('manage.restoreOrder', one(order.id))
    expect([late.status, late.body.error]).toEqual([409, 'manage.not_restorable'])
    await finishDeletes(app.services)
    await app.runJobs()
    const deleted = (await root().call('manage.listDeletedOrders', { body: {} })).body.data.list
    expect(deleted).toMatchObject([
      { number: order.number, patientName: order.number, restorableUntil: null },
    ])
    const { db } = app.services.database
    const left = await db
      .selectFrom('order_file')
      .select(['removed_at', 'name'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    expect(left).toMatchObject({ removed_at: expect.any(String), name: 'upper.stl' })
    const own = (await as(app, alice).call('orders.listDiscarded', { body: {} })).body.data.list
    expect(own).toMatchObject([{ number: order.number, patientName: order.number, isDeleted: true }])
    const kept = (await as(app, bob).call('orders.list', { body: {} })).body.data.list
    expect(kept.find((row) => row.id === order.id)).toMatchObject({ isWithdrawn: true })
  })

  test('a case that does not exist is answered with status 404', async () => {
    const id = newId()
    expect((await root().call('manage.weighOrder', one(id))).status).toBe(404)
    expect((await root().call('manage.deleteOrder', one(id))).status).toBe(404)
    expect((await root().call('manage.restoreOrder', one(id))).status).toBe(404)
  })
})
