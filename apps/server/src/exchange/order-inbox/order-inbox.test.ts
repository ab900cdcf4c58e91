import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { advanceChangeEpoch } from './order-inbox.queries.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())

/** Waits until all running transactions of the cluster have ended. Until then the inbox does not return newer changes. */
const whenOthersEnded = async () => {
  const { pool } = app.services.database
  const { rows } = await pool.query('select pg_current_xact_id()::text as id')
  const isPast = async () => {
    const answer = await pool.query('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as yes', [
      rows[0].id,
    ])
    return answer.rows[0].yes
  }
  await expect.poll(isPast).toBe(true)
}
const read = async (by: Person, body: object = {}) => {
  await whenOthersEnded()
  return readNow(by, body)
}
const readNow = async (by: Person, body: object) => {
  const answer = await as(app, by).call('inbox.list', { body })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const send = async (orderId: string, lab: Person, version = 1) => {
  const body = { id: orderId, labId: lab.organizationId, version }
  const answer = await as(app, people.alice).call('orders.send', { body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
}

test('the software of a laboratory lists, downloads and acknowledges a case, and rejects another with a reason', async () => {
  const day = new Date(app.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10)
  const made = await as(app, people.bob).call('keys.create', {
    body: {
      name: 'Lab software',
      scopes: ['order.receive', 'order.read', 'order.reject', 'file.read'],
      expiresOn: day,
    },
  })
  const software: Person = { ...people.bob, token: made.body.data.secret }
  const { cursor: before } = await read(software)
  const one = await insertOrder(app, { clinic: people.alice })
  await insertFile(app, { orderId: one.id, by: people.alice, bytes: Buffer.from('solid s\nendsolid s\n') })
  const two = await insertOrder(app, { clinic: people.alice })
  await send(one.id, people.bob)
  await send(two.id, people.bob)

  const first = await read(software, { cursor: before, limit: 1 })
  expect(first).toMatchObject({
    hasMore: true,
    list: [{ id: one.id, number: one.number, status: 'pending', clinicName: 'Brookside Dental' }],
  })
  const rest = await read(software, { cursor: first.cursor })
  expect(rest.list.map(({ id }) => id)).toEqual([two.id])
  expect(await read(software, { cursor: rest.cursor })).toEqual({
    list: [],
    cursor: rest.cursor,
    hasMore: false,
  })

  const ticket = await as(app, software).call('files.createTicket', { body: { id: one.id, fileId: null } })
  const zip = await fetch(app.url + ticket.body.data.path)
  expect(
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  const cases = [...first.list, ...rest.list].map(({ id, change }) => ({ id, change }))
  const taken = await as(app, software).call('inbox.acknowledge', { body: { cases } })
  expect(taken.body.data.acknowledged.toSorted()).toEqual([one.id, two.id].sort())
  expect((await read(software, { isWaiting: true })).list).toEqual([])

  const back = await as(app, software).call('orders.reject', {
    body: { id: two.id, version: 2, reason: 'margin_unclear', note: 'The margin of 24 was not captured.' },
  })
  expect([back.status, back.body.error]).toEqual([200, undefined])
  const waiting = await read(software, { isWaiting: true, cursor: rest.cursor })
  expect(waiting.list).toMatchObject([{ id: two.id, status: 'rejected', acknowledgedAt: null }])
  // The old position of the second case acknowledges nothing, because the rejection has changed the case.
  const late = await as(app, software).call('inbox.acknowledge', { body: { cases } })
  expect(late.body.data).toEqual({ acknowledged: [one.id], changed: [two.id] })
})

test('a case of another laboratory is hidden, and a case that the clinic has recalled is listed as withdrawn', async () => {
  const order = await insertOrder(app, { clinic: people.alice })
  await send(order.id, people.carol)
  const mine = async () => (await read(people.carol)).list.find(({ id }) => id === order.id)
  expect((await read(people.bob)).list.some(({ id }) => id === order.id)).toBe(false)
  const found = await mine()
  expect(found?.status).toBe('pending')
  const recalled = await as(app, people.alice).call('orders.recall', { body: { id: order.id, version: 2 } })
  expect(recalled.status).toBe(200)
  expect((await mine())?.status).toBe('withdrawn')
  expect((await as(app, people.carol).call('orders.get', { params: { id: order.id } })).status).toBe(404)
  const stolen = await as(app, people.bob).call('inbox.acknowledge', {
    body: { cases: [{ id: order.id, change: found?.change }] },
  })
  expect(stolen.body.data).toEqual({ acknowledged: [], changed: [order.id] })
})

test('no change of a slow transaction is missed if later transactions commit before it', async () => {
  const { pool } = app.services.database
  const early = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  const late = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  const { cursor } = await read(people.bob)
  const slow = await pool.connect()
  try {
    await slow.query('begin')
    await slow.query(`update orders set version = version + 1 where id = '${early.id}'`)
    await pool.query(`update orders set version = version + 1 where id = '${late.id}'`)
    // The later change is committed but not returned yet. A cursor after it would skip the earlier change.
    expect((await readNow(people.bob, { cursor })).list).toEqual([])
    await slow.query('commit')
  } finally {
    slow.release()
  }
  const both = await read(people.bob, { cursor })
  expect(both.list.map(({ id }) => id)).toEqual([early.id, late.id])
  expect((await read(people.bob, { cursor: both.cursor })).list).toEqual([])
})

test('after a restore into a cluster with lower transaction ids, new changes get higher positions than those already returned to laboratories', async () => {
  const { pool } = app.services.database
  const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  const { cursor } = await read(people.bob)
  // Simulates a cluster with lower transaction ids, by raising every stored position.
  await pool.query('update order_change set transaction = transaction + 5000000')
  const ahead = String(Number(cursor?.split('.')[0]) + 5_000_000)
  expect(await advanceChangeEpoch(app.services.database.db)).toBe(true)
  expect(await advanceChangeEpoch(app.services.database.db)).toBe(false)
  const old = `${ahead}.${cursor?.split('.')[1]}`
  expect((await read(people.bob, { cursor: old })).list).toEqual([])
  await pool.query(`update orders set version = version + 1 where id = '${order.id}'`)
  expect((await read(people.bob, { cursor: old })).list.map(({ id }) => id)).toEqual([order.id])
})

test('a position above the allowed maximum is refused, and the error names its place in the request', async () => {
  const cases = [
    { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff', change: '99999999999999999999.1' },
    { id: '00000000-0000-4000-8000-000000000000', change: '1.1' },
  ]
  const { status, body } = await as(app, people.bob).call('inbox.acknowledge', { body: { cases } })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['cases.0.change']])
})

test('a malformed cursor is refused, and a clinic may not read an inbox', async () => {
  for (const cursor of ['1', "1.1'", '99999999999999999999.1', '1.1.1']) {
    const answer = await as(app, people.bob).call('inbox.list', { body: { cursor } })
    expect([cursor, answer.status]).toEqual([cursor, 400])
  }
  expect((await as(app, people.alice).call('inbox.list', { body: {} })).status).toBe(403)
})
