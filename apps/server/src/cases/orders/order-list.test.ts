import {
  foldText,
  limits,
  type Order,
  type OrderQuery,
  type OrderSort,
  orderSorts,
  orderStatuses,
  unlimitedSorts,
} from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { parseOrderCursor, serializeOrderCursor } from './order-cursor.ts'

let app: TestApp
let people: People

const names = ['张伟', '王小明', 'Иван Петров', 'Anna Müller', 'Élodie Roux', '김민', 'A%_b\\c', 'Bo Li']

/** Inserts sixty cases of alice, two in each second. Most are with bob, and some have no delivery day. */
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob, erin, carol } = people
  const start = Date.parse('2026-03-01T08:00:00Z')
  for (let turn = 0; turn < 60; turn++) {
    await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: orderStatuses[turn % orderStatuses.length]!,
      type: ([0, 1, 2, 7] as const)[turn % 4]!,
      patientName: names[turn % names.length]!,
      createdAt: new Date(start + Math.floor(turn / 2) * 1000),
    })
  }
  await sql`update orders set delivery_on = date '2026-04-01' + (ascii(right(number, 1)) % 5)
    where ascii(right(number, 1)) % 3 > 0`.execute(app.services.database.db)
  await sql`update orders set scan_date = delivery_on - 9, carrier = case when type = 1 then 'Éclair' when type = 2 then 'dhl' else '' end,
    doctor = case when type = 0 then 'ŻAK' when type = 7 then 'zoe' else '' end, express_number = case when type = 2 then number end`.execute(
    app.services.database.db,
  )
  await insertOrder(app, { clinic: erin, lab: carol, status: 'pending', patientName: '张伟' })
  await sql`analyze orders`.execute(app.services.database.db)
})
afterAll(() => app.close())

type Asked = Partial<OrderQuery>
const list = (person: Person, body: Asked = {}) => as(app, person).call('orders.list', { body })

async function walk(person: Person, body: Asked): Promise<Order[]> {
  const found: Order[] = []
  let cursor: string | null = null as string | null
  do {
    const paging: Asked = cursor === null ? {} : { cursor }
    const answer = await list(person, { ...body, ...paging })
    found.push(...answer.body.data.list)
    cursor = answer.body.data.cursor
  } while (cursor !== null)
  return found
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the value by which a list sorts a case, null if it comes last. */
function keyOf(sort: OrderSort, isClinic: boolean, order: Order): string | number | null {
  if (sort === 'status') return orderStatuses.indexOf(order.status)
  if (sort === 'type') return order.type
  const value = sort === 'partner' ? order[isClinic ? 'labName' : 'clinicName'] : order[sort]
  const isPlain = sort === 'number' || sort === 'scanDate' || sort.endsWith('At') || sort.endsWith('On')
  return value === null || value === '' ? null : isPlain ? value : foldText(value)
}

describe('pages', () => {
  const ways = orderSorts.flatMap((sort) => [[sort, 'ascending'] as const, [sort, 'descending'] as const])
  it.each(ways)(
    'sorted by %s %s, the pages contain every case once and in order, cases without a value last',
    async (sort, direction) => {
      for (const person of [people.alice, people.bob]) {
        const found = await walk(person, { sort, direction, pageSize: 7 })
        const { total } = (await list(person)).body.data
        expect(new Set(found.map((order) => order.id)).size).toBe(total)
        expect(found).toHaveLength(total)
        const sign = direction === 'ascending' ? 1 : -1
        const sorted = found.toSorted((a, b) => {
          const [left, right] = [a, b].map((order) => keyOf(sort, person === people.alice, order)) as [
            string | number | null,
            string | number | null,
          ]
          if (left === null || right === null) {
            return Number(left === null) - Number(right === null) || sign * compare(a.id, b.id)
          }
          return sign * (compare(left, right) || compare(a.id, b.id))
        })
        expect(found.map((order) => order.id)).toEqual(sorted.map((order) => order.id))
        const third = (await list(person, { sort, direction, pageSize: 7, page: 3 })).body.data.list
        expect(third.map((order) => order.id)).toEqual(sorted.slice(14, 21).map((order) => order.id))
      }
    },
  )

  it.each(ways)('a search in a list sorted by %s %s has the order of the list', async (sort, direction) => {
    const whole = await walk(people.alice, { sort, direction })
    const found = await walk(people.alice, { sort, direction, words: 'an', pageSize: 3 })
    expect(found).toEqual(whole.filter(({ id }) => found.some((order) => order.id === id)))
    expect(found.length).toBeGreaterThan(3)
  })

  it('a list with more cases than the limit is sorted only by columns with an index, or within a status', async () => {
    const { alice, carol } = people
    const { db } = app.services.database
    const count = (by: number) =>
      sql`update org_status_slot set count = count + ${by} where organization_id = ${alice.organizationId} and status = 'shipped'
        and slot = (select min(slot) from org_status_slot where organization_id = ${alice.organizationId} and status = 'shipped')`.execute(
        db,
      )
    await count(limits.sortedTotalMax)
    try {
      for (const sort of orderSorts) {
        const answer = await list(alice, { sort })
        const isUnlimited = unlimitedSorts.some((one) => one === sort)
        expect([sort, answer.status]).toEqual([sort, isUnlimited ? 200 : 400])
        if (!isUnlimited) expect(answer.body.error).toBe('order.sort_too_long')
        expect((await list(alice, { sort, status: 'pending' })).status).toBe(200)
        expect((await list(alice, { sort, status: 'shipped' })).status).toBe(isUnlimited ? 200 : 400)
        expect((await list(carol, { sort })).status).toBe(200)
      }
    } finally {
      await count(-limits.sortedTotalMax)
    }
  })

  it.each(['clinic', 'lab'] as const)(
    'the list of a %s by patient walks an index from the cursor on',
    async (party) => {
      const { db } = app.services.database
      const id = party === 'clinic' ? people.alice.organizationId : people.bob.organizationId
      const owner = sql.raw(party === 'clinic' ? 'clinic_id' : 'lab_id')
      const plan = await db.connection().execute(async (one) => {
        await sql`set enable_sort = off`.execute(one)
        await sql`set enable_seqscan = off`.execute(one)
        const { rows } = await sql<{
          'QUERY PLAN': string
        }>`explain select o.id from orders o where o.${owner} = ${sql.lit(id)}::uuid
          and o.discarded_at is null and (fold_text(o.patient_name) collate "C", o.id) > ('anna', ${sql.lit(id)}::uuid)
          order by fold_text(o.patient_name) collate "C" asc, o.id asc limit 26`.execute(one)
        await sql`reset all`.execute(one)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      expect(plan).toContain(`orders_${party}_patient_sorted`)
      expect(plan).toMatch(/Index Cond: .*ROW\(/)
      expect(plan).not.toContain('Sort')
    },
  )

  it('new cases do not shift the following pages', async () => {
    const { alice } = people
    const first = (await list(alice, { pageSize: 10 })).body.data
    const made = await insertOrder(app, { clinic: alice, status: 'uploaded', patientName: 'Newcomer' })
    const second = (await list(alice, { pageSize: 10, cursor: first.cursor!, page: 2 })).body.data
    expect(second.page).toBe(2)
    const seen = [...first.list, ...second.list].map((order) => order.id)
    expect(new Set(seen).size).toBe(20)
    expect(seen).not.toContain(made.id)
  })

  it('the pages include the cases that the laboratory has lost, in any sort order', async () => {
    const { alice, bob } = people
    const lost = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    await as(app, alice).call('orders.recall', { body: { id: lost.id } })
    for (const sort of orderSorts) {
      const found = await walk(bob, { sort, pageSize: 9 })
      expect(found.filter((order) => order.id === lost.id)).toMatchObject([{ isWithdrawn: true }])
      expect(found).toHaveLength((await list(bob)).body.data.total)
    }
    const { counts, total } = (await list(bob)).body.data
    expect(total).toBe(counts.total + 1)
    const pending = (await list(bob, { status: 'pending' })).body.data
    expect(pending.list.some((order) => order.id === lost.id)).toBe(false)
    expect(pending.total).toBe(counts.pending)
  })

  const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
  const text = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  it.each([
    ['a text that is no cursor', 'x'],
    ['one of another sort field', text(['updatedAt', 'descending', '2026-03-01T08:00:00.000000Z', id])],
    ['one of the other direction', text(['createdAt', 'ascending', '2026-03-01T08:00:00.000000Z', id])],
    ['a day that does not exist', text(['createdAt', 'descending', '2026-02-31T08:00:00.000000Z', id])],
    ['the year 0', text(['createdAt', 'descending', '0000-03-01T08:00:00.000000Z', id])],
    ['an expression', text(['createdAt', 'descending', "now()' or true --", id])],
    ['a zero byte', text(['patientName', 'descending', 'a\u0000b', id])],
    ['a status that does not exist', text(['status', 'descending', 'lost', id])],
    ['a type that does not exist', text(['type', 'descending', '77', id])],
    ['null as a key that is never null', text(['createdAt', 'descending', null, id])],
    ['a wrong id', text(['createdAt', 'descending', '2026-03-01T08:00:00.000000Z', 'x'])],
    ['an object', text({ length: 4 })],
  ])('the list refuses %s as a cursor', async (_, cursor) => {
    const sorted = Buffer.from(cursor, 'base64url').toString().split('"')[1] as OrderSort
    const sort = ['patientName', 'status', 'type'].includes(sorted) ? sorted : 'createdAt'
    const answer = await list(people.alice, { cursor, sort })
    expect([answer.status, answer.body.error]).toEqual([400, 'request.invalid'])
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['cursor'])
  })

  it.each(orderSorts)('a cursor of a list sorted by %s can be parsed again', (sort: OrderSort) => {
    const moment = '2026-03-01T08:00:00.000001Z'
    const keys: Partial<Record<OrderSort, string | null>> = {
      createdAt: moment,
      updatedAt: moment,
      deliveryOn: null,
      scanDate: null,
      expressNumber: null,
      partner: null,
      number: 'C26-7F3K9Q',
      status: 'pending',
      type: '7',
    }
    const cursor = { key: keys[sort] === undefined ? '张伟 “O’Neill”' : keys[sort], id }
    expect(parseOrderCursor(sort, 'ascending', serializeOrderCursor(sort, 'ascending', cursor))).toEqual(
      cursor,
    )
  })
})

describe('search and filters', () => {
  const find = async (words: string, more: Asked = {}) => {
    const found = await walk(people.alice, { words, ...more })
    return [...new Set(found.map((order) => order.patientName))]
  }
  it.each([
    ['张伟', ['张伟']],
    ['张', ['张伟']],
    ['小明', ['王小明']],
    ['王小明', ['王小明']],
    ['김민', ['김민']],
    ['иван', ['Иван Петров']],
    ['ПЕТР', ['Иван Петров']],
    ['пе', ['Иван Петров']],
    ['müll', ['Anna Müller']],
    ['anna MÜLLER', ['Anna Müller']],
    ['an', ['Anna Müller']],
    ['élo', ['Élodie Roux']],
    ['bo li', ['Bo Li']],
    ['li bo', ['Bo Li']],
    ['a%_b\\c', ['A%_b\\c']],
    ['%', ['A%_b\\c']],
    ['_', ['A%_b\\c']],
    ['nobody', []],
    ["' or 1=1 --", []],
  ])('a search for %s finds the expected patients', async (words, expected) => {
    expect(await find(words)).toEqual(expected)
  })

  it('a search finds a case by its number or a part of it, in upper or lower case', async () => {
    const [order] = (await list(people.alice)).body.data.list
    for (const words of [order!.number, order!.number.toLowerCase(), order!.number.slice(1)]) {
      const found = (await list(people.alice, { words })).body.data
      expect(found).toMatchObject({ total: 1, totalIsExact: true, list: [{ id: order!.id }] })
    }
  })

  it('every page of a search has the number of matches, and the counts by status stay unchanged', async () => {
    const { alice } = people
    const { counts } = (await list(alice)).body.data
    for (const body of [
      { words: '张伟' },
      { types: [1, 2] as const },
      { words: 'an', status: 'pending' as const },
    ]) {
      const asked = { ...body, pageSize: 3 } as Asked
      const found = await walk(alice, asked)
      const { data } = (await list(alice, asked)).body
      expect(data).toMatchObject({ total: found.length, totalIsExact: true, counts })
    }
  })

  it('the list filters by status, types, partner and days, separately and together', async () => {
    const { alice, bob, carol } = people
    const all = await walk(alice, {})
    expect(new Set(all.map((order) => order.status))).toEqual(new Set(orderStatuses))
    const some = await walk(alice, {
      status: 'shipped',
      types: [0, 1],
      partnerId: bob.organizationId,
      deliveryFrom: '2026-04-01',
      deliveryTo: '2026-04-03',
    })
    const expected = all.filter(
      (order) =>
        order.status === 'shipped' &&
        [0, 1].includes(order.type) &&
        order.deliveryOn !== null &&
        order.deliveryOn <= '2026-04-03',
    )
    expect(some.map((order) => order.id)).toEqual(expected.map((order) => order.id))
    expect(await walk(alice, { partnerId: carol.organizationId })).toEqual([])
    const day = { createdFrom: '2026-03-01', createdTo: '2026-03-01' }
    expect(await walk(alice, day)).toHaveLength(60)
    expect(await walk(alice, { createdFrom: '2026-03-02', createdTo: '2026-03-02' })).toEqual([])
  })

  it('T02: a member gets only cases of their own clinic, whatever the query', async () => {
    const { amy, alice, erin } = people
    const own = (await list(alice)).body.data.total
    const statuses = []
    for (const body of [
      { clinicId: erin.organizationId },
      { orgId: erin.organizationId },
      { labName: '%' },
      { sort: 'created_at; drop table orders' },
      { sort: 'remark' },
      { direction: 'desc nulls first' },
      { pageSize: 1e9 },
      { pageSize: 101 },
      { pageSize: 0 },
      { page: -1 },
      { types: [255] },
      { status: 'all' },
    ]) {
      statuses.push((await list(amy, body as Asked)).status)
    }
    expect(statuses).toEqual(Array(12).fill(400))
    const page = (await list(amy, { pageSize: 100 })).body.data
    expect(page.list.every((order) => order.clinicId === alice.organizationId)).toBe(true)
    expect(page.total).toBe(own)
    expect((await list(amy, { partnerId: erin.organizationId })).body.data.total).toBe(0)
  })

  it('the counts contain no cases of other clinics', async () => {
    const { data } = (await list(people.erin)).body
    expect(data).toMatchObject({ total: 1, counts: { total: 1, pending: 1, uploaded: 0 } })
    expect(data.list).toMatchObject([{ patientName: '张伟', labName: 'Harbour Lab' }])
  })

  it('the platform reads the cases of all organizations', async () => {
    const { alice, erin, root } = people
    const [alices, erins] = [(await list(alice)).body.data.total, (await list(erin)).body.data.total]
    const { data } = (await list(root)).body
    expect(data.total).toBe(alices + erins)
    expect(await walk(root, { pageSize: 50 })).toHaveLength(alices + erins)
  })
})
