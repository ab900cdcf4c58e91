import type { AuditFilter, AuditRow } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People
let order: Awaited<ReturnType<typeof insertOrder>>

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  await as(app, people.bob).call('orders.accept', { body: { id: order.id, deliveryOn: '2027-12-08' } })
  await as(app, people.root).call('orders.get', { params: { id: order.id } })
})
afterAll(() => app.close())

const list = async (person: Person, filter: AuditFilter = {}, more: object = {}) => {
  const answer = await as(app, person).call('audit.list', { body: { filter, pageSize: 100, ...more } })
  return { ...answer.body.data, status: answer.status, fields: answer.body.fields }
}
const actionsOf = (rows: readonly AuditRow[]) => rows.map((row) => row.action)

describe('the audit log', () => {
  it('T63: an administrator of the platform sees in the log who read or changed a case, and from which address', async () => {
    const { list: rows } = await list(people.root, { objectId: order.id })
    expect(actionsOf(rows)).toEqual(['orders.get', 'orders.accept'])
    expect(rows[0]).toMatchObject({
      by: { id: people.root.accountId, name: 'Root' },
      organization: { name: 'Pontic Platform' },
      isPlatform: true,
      objectType: 'order',
      objectName: order.number,
      orderIds: [order.id],
      orders: 1,
      address: '127.0.0.1',
    })
    expect(rows[0]?.subjects.map((one) => one.name).sort()).toEqual(['Brookside Dental', 'Northlight Lab'])
    expect(rows[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(rows[1]).toMatchObject({
      before: { status: 'pending' },
      after: { status: 'accepted' },
      isPlatform: false,
    })
  })

  it('a search of the log by the id of a case also finds requests for lists that contained the case', async () => {
    const other = await insertOrder(app, { clinic: people.erin, status: 'uploaded' })
    await as(app, people.root).call('orders.list', { body: {} })
    const { list: rows } = await list(people.root, { objectId: other.id })
    expect(actionsOf(rows)).toEqual(['orders.list'])
    expect(rows[0]?.orderIds).toContain(other.id)
    const own = await list(people.alice, { action: 'orders.list' })
    expect(own.list[0]?.orderIds).toEqual([order.id])
    expect(JSON.stringify(own.list)).not.toContain(other.id)
  })

  it('a clinic sees the rows about its cases, without details of other organizations or names of platform staff', async () => {
    const { list: rows } = await list(people.alice)
    const readRow = rows.find((row) => row.action === 'orders.get')
    expect(readRow).toMatchObject({
      isPlatform: true,
      by: null,
      address: '',
      requestId: '',
      facts: {},
      orderIds: [order.id],
    })
    expect(readRow?.subjects.map((one) => one.name)).toEqual(['Brookside Dental'])
    const accept = rows.find((row) => row.action === 'orders.accept')
    expect(accept).toMatchObject({ by: { name: 'Bob' }, before: null, after: null, address: '' })
    expect(JSON.stringify(await list(people.carol))).not.toContain(order.id)
    expect((await list(people.amy)).status).toBe(403)
    expect((await list(people.olga)).status).toBe(403)
    expect((await list(people.dave)).status).toBe(403)
  })

  it('a clinic sees no rows of other organizations, whatever filter it uses', async () => {
    await as(app, people.carol).call('organizations.update', {
      body: { websiteUrl: 'https://harbour.example' },
    })
    for (const filter of [
      { organizationId: people.carol.organizationId },
      { accountId: people.carol.accountId },
      { objectId: people.carol.organizationId },
      { words: 'carol' },
      { words: 'root' },
    ] satisfies AuditFilter[]) {
      expect((await list(people.alice, filter)).list, JSON.stringify(filter)).toEqual([])
    }
    const { list: rows } = await list(people.root, { organizationId: people.carol.organizationId })
    expect(rows[0]).toMatchObject({
      action: 'organizations.update',
      before: { website_url: '' },
      after: { website_url: 'https://harbour.example' },
    })
  })

  it('the log filters rows by person, action, time and request', async () => {
    const { list: rows } = await list(people.root, { words: 'ROOT pontic', action: 'orders.' })
    expect(new Set(actionsOf(rows))).toEqual(new Set(['orders.get', 'orders.list']))
    const [first] = rows
    const byRequest = await list(people.root, { requestId: first?.requestId ?? '' })
    expect(byRequest.list.map((row) => row.id)).toEqual([first?.id])
    expect((await list(people.root, { action: 'orders.accept', isPlatform: true })).total).toBe(0)
    expect((await list(people.root, { action: 'orders.accept', isPlatform: false })).total).toBe(1)
    const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    // Uses the days of the rows, because midnight may have passed since the rows were written.
    const days = rows.map((row) => row.at.slice(0, 10)).sort()
    expect((await list(people.root, { from: days[0], to: days.at(-1) })).total).toBeGreaterThan(2)
    expect((await list(people.root, { from: dayFrom(2) })).total).toBe(0)
    expect((await list(people.root, { to: dayFrom(-2) })).total).toBe(0)
    const { actions } = (await as(app, people.root).call('audit.actions')).body.data
    expect(actions).toContain('orders.accept')
    expect(actions).toEqual([...new Set(actions)].sort())
  })

  it('the log is paged by cursor without gaps or repeats while rows are added', async () => {
    const { db } = app.services.database
    const at = new Date('2026-01-01T00:00:00Z')
    const row = { at, action: 'test.page', object_type: 'test', object_id: '' }
    await db
      .insertInto('audit')
      .values(Array.from({ length: 7 }, () => row))
      .execute()
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await list(
        people.root,
        { action: 'test.page' },
        { pageSize: 3, ...(cursor ? { cursor } : {}) },
      )
      seen.push(...page.list.map((one) => one.id))
      cursor = page.cursor
      await db
        .insertInto('audit')
        .values({ ...row, at: new Date() })
        .execute()
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
    expect(seen.map(Number)).toEqual(seen.map(Number).toSorted((a, b) => b - a))
    for (const wrong of [
      'x',
      'W10',
      Buffer.from('["audit","2026-02-31T00:00:00.000000Z","1"]').toString('base64url'),
    ])
      expect((await list(people.root, {}, { cursor: wrong })).status).toBe(400)
    expect((await list(people.root, {}, { page: 1_000_000 })).status).toBe(400)
  })

  it('PostgreSQL reads the rows of one organization in a long log by index', async () => {
    const { pool } = app.services.database
    await pool.query(`insert into audit (at, action, object_type, object_id, subject_organization_ids)
      select now() - n * interval '1 minute', 'test.long', 'test', '', array[gen_random_uuid()]
      from generate_series(1, 20000) n`)
    await app.databaseUrls.runInside('analyze audit')
    await app.databaseUrls.runInside('analyze audit_concern')
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain select a.* from audit_concern s0
      join lateral (select * from audit a where a.id = s0.audit_id and a.at = s0.at limit 1) a on true
      where s0.concerned_id = '${people.alice.organizationId}' order by s0.at desc, s0.audit_id desc limit 26`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('audit_concern_first_pkey')
    expect(plan).not.toContain('Seq Scan on audit_first ')
  })
})

describe('the object that a row names', () => {
  const nameIn = async (person: Person, filter: AuditFilter) =>
    (await list(person, filter)).list.map(({ action, objectName }) => [action, objectName])

  it('is the number of the case, also of a file of that case, for parties of the case and the platform', async () => {
    const number = order.number
    const bytes = Buffer.from('solid a\nendsolid\n')
    const file = await insertFile(app, { orderId: order.id, by: people.alice, bytes })
    await as(app, people.bob).call('files.download', { params: { id: order.id, fileId: file.id } })
    for (const person of [people.alice, people.bob, people.root])
      expect(await nameIn(person, { objectId: file.id })).toEqual([['files.download', number]])
    expect(await nameIn(people.bob, { action: 'orders.accept' })).toEqual([['orders.accept', number]])
  })

  it('is the name of a member for their organization and the platform, and of a partner for both organizations', async () => {
    const filter = { objectId: people.amy.accountId }
    await as(app, people.root).call('manage.banUser', { params: { id: people.amy.accountId } })
    await as(app, people.root).call('manage.unbanUser', { params: { id: people.amy.accountId } })
    for (const person of [people.alice, people.root])
      expect(await nameIn(person, filter)).toEqual([
        ['manage.unbanUser', 'Amy'],
        ['manage.banUser', 'Amy'],
      ])
    await as(app, people.erin).call('partners.apply', {
      body: { organizationId: people.carol.organizationId },
    })
    const { list: applied } = await list(people.carol, { action: 'partners.apply' })
    expect(applied.map(({ by, objectName }) => [by?.name, objectName])).toEqual([['Erin', 'Harbour Lab']])
  })

  it('is the name of an API key for its own organization only', async () => {
    const expiresOn = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    const body = { name: 'Order desk', scopes: ['order.read'], expiresOn }
    await as(app, people.bob).call('keys.create', { body } as never)
    expect(await nameIn(people.bob, { action: 'keys.create' })).toEqual([['keys.create', 'Order desk']])
    expect(await nameIn(people.root, { action: 'keys.create' })).toEqual([['keys.create', 'Order desk']])
    expect(await nameIn(people.alice, { action: 'keys.create' })).toEqual([])
  })

  it('is null for an object that no longer exists, and for an action about several objects', async () => {
    await app.services.database.db
      .insertInto('audit')
      .values({
        action: 'orders.ship',
        object_type: 'order',
        object_id: newId(),
        organization_id: people.dave.organizationId,
      })
      .execute()
    expect(await nameIn(people.root, { action: 'orders.ship' })).toEqual([['orders.ship', null]])
    expect((await nameIn(people.root, { action: 'orders.list' })).map(([, name]) => name)).toEqual([null])
  })
})

describe('the export of the audit log', () => {
  const fetchCsv = async (person: Person, filter: AuditFilter, zone = 'Asia/Shanghai') => {
    const ticket = await as(app, person, { 'x-zone': zone }).call('audit.createExport', { body: { filter } })
    const answer = await fetch(app.url + ticket.body.data.path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  it('T46: the export contains the rows of the search as CSV without spreadsheet formulas or terminal escapes (T62)', async () => {
    const objectId = newId()
    await app.services.database.db
      .insertInto('audit')
      .values({
        action: '=cmd|calc',
        object_type: '\u001b[2Jx\nforged,line',
        object_id: objectId,
        subject_organization_ids: [],
        address: '',
        request_id: '',
        detail: JSON.stringify({ note: '\u202eevil' }),
      })
      .execute()
    const { status, type, text } = await fetchCsv(people.root, { objectId })
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('"Performed by"')
    expect(lines[1]).toContain('"\'=cmd|calc"')
    expect(lines[1]).toContain('\\u001b[2Jx\\u000aforged,line')
    for (const sign of ['\u001b', '\u202e']) expect(text).not.toContain(sign)
  })

  it('the export has a sentence in the reader’s language for each row, also for jobs, visitors and former users', async () => {
    const { db } = app.services.database
    const objectId = order.id
    const row = {
      object_type: 'order',
      object_id: objectId,
      subject_organization_ids: [people.alice.organizationId],
    }
    await db
      .insertInto('audit')
      .values([
        { ...row, action: 'orders.sendHeld' },
        { ...row, action: 'previews.open', address: '203.0.113.9' },
        {
          ...row,
          action: 'orders.complete',
          account_id: newId(),
          organization_id: people.alice.organizationId,
        },
      ])
      .execute()
    const ticket = await as(app, people.alice, { 'accept-language': 'de-DE' }).call('audit.createExport', {
      body: { filter: { objectId } },
    })
    const text = await (
      await fetch(app.url + ticket.body.data.path, { headers: { 'accept-language': 'de-DE' } })
    ).text()
    for (const sentence of [
      `Bob hat Auftrag ${order.number} angenommen`,
      `Pontic (automatisch) hat Auftrag ${order.number} nicht gesendet, weil er unvollständig ist`,
      `Jemand ohne Konto hat einen Vorschaulink von Auftrag ${order.number} geöffnet`,
      `Ehemaliges Konto hat Auftrag ${order.number} abgeschlossen`,
    ])
      expect(text).toContain(`"${sentence}"`)
  })

  it('the export of a clinic contains only its rows, is audited, and its ticket expires after one minute', async () => {
    const { text } = await fetchCsv(people.alice, {})
    expect(text).toContain(`"Platform staff viewed case ${order.number}"`)
    expect(text).toContain(`"Bob accepted case ${order.number}"`)
    expect(text).not.toContain(people.root.accountId)
    expect(text).not.toContain(people.carol.accountId)
    const { list: rows } = await list(people.alice, { action: 'audit.export' })
    expect(rows[0]).toMatchObject({ by: { name: 'Alice' }, objectType: 'audit' })
    const ticket = await as(app, people.alice).call('audit.createExport', { body: {} })
    app.clock.advance({ minutes: 2 })
    expect((await fetch(app.url + ticket.body.data.path)).status).toBe(404)
    expect((await fetch(`${app.url}/restful/audit/exports/${'A'.repeat(22)}`)).status).toBe(404)
  })
})

test('T62: names of people are not written into the log, because they could not be erased there', async () => {
  const { body } = await as(app, people.alice).call('members.create', {
    body: {
      name: 'Quentin Zappelphilipp',
      email: 'quentin@brookside.example',
      telephone: '+44 117 496 0102',
    },
  })
  await as(app, people.alice).call('members.update', {
    body: { id: body.data.id, name: 'Quentin Other', isAdministrator: true, licenseNumber: 'L-77123' },
  })
  const { list: rows } = await list(people.alice, { objectId: body.data.id })
  expect(rows[0]).toMatchObject({
    action: 'members.update',
    before: { isAdministrator: false },
    after: { isAdministrator: true },
    withheld: ['licenseNumber', 'name'],
  })
  const { rows: found } = await app.services.database.pool.query(
    "select id from audit a where to_jsonb(a)::text ~* 'quentin|zappelphilipp|L-77123|496 0102'",
  )
  expect(found).toEqual([])
})

test('a change is recorded as the fields that differ, and withheld fields are recorded without their values', () => {
  expect(changesOf({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], c: 'y', d: undefined }, ['c'])).toEqual({
    before: { b: [1] },
    after: { b: [2] },
    withheld: ['c'],
  })
  expect(changesOf({ a: null }, { a: null })).toEqual({})
  expect(changesOf({}, { a: 1 })).toEqual({ before: { a: null }, after: { a: 1 } })
})
