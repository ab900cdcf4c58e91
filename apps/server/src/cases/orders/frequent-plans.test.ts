import { join } from 'node:path'
import type { OrderQuery } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { type AskedStatement, listScans, recordStatements } from '../../test/read-plans.ts'

const ordersMax = 100_000
const page = join(import.meta.dirname, '../../../../../docs/generated/plans.md')
/** The tables that have rows for each order. */
const largeTables = ['orders', 'order_search', 'order_event', 'prescription']

let app: TestApp
let people: People
let takeStatements: () => AskedStatement[]

// Building an index once takes a fraction of the time of adding each row to it.
const dropIndexes = `
  create temporary table later as select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i where indrelid = any ('{orders,order_search,order_event}'::regclass[])
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid);
  do $do$ declare name text; begin
    for name in select later.name from later loop execute 'drop index ' || name; end loop;
  end $do$`
const createIndexes = `
  do $do$ declare definition text; begin
    for definition in select later.definition from later loop execute definition; end loop;
  end $do$`

/** Inserts orders of two years. Three tenths are those of alice and bob, the others those of 700 clinics and 30 laboratories. */
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob } = people
  const otherId = (kind: string, count: number) =>
    `('01900000-0000-7000-${kind}-' || lpad((n * 7919 % ${count})::text, 12, '0'))::uuid`
  await app.databaseUrls.runInside(`set session_replication_role = replica;
    ${dropIndexes};
    insert into orders (id, number, clinic_id, lab_id, status, type, patient_name, doctor, is_delivery_confirmed, delivery_on,
      sender_name, updater_name, operator, created_by, created_at, updated_at)
    select ('01900000-0000-7000-b000-' || lpad(n::text, 12, '0'))::uuid, 'C26-' || lpad(n::text, 6, '0'),
      case when n % 10 < 3 then '${alice.organizationId}' else ${otherId('9000', 700)} end,
      case when n % 10 < 3 then '${bob.organizationId}' else ${otherId('9100', 30)} end,
      (array['completed', 'completed', 'completed', 'completed', 'shipped', 'accepted', 'pending', 'rejected'])[1 + n / 10 % 8], 0,
      case when n % 50 = 0 then 'Marta Weber ' when n % 50 = 1 then '张伟 ' else 'Patient ' end || md5(n::text), 'Dr. Adler', true,
      current_date + n % 30, '', '', '', '00000000-0000-0000-0000-000000000000',
      now() - n * interval '10 minutes', now() - n * interval '9 minutes'
    from generate_series(1, ${ordersMax}) n;
    insert into order_search (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
    select id, clinic_id, lab_id, true, created_at, true, fold_text(number || ' ' || patient_name || ' ' || doctor),
      text_pairs(fold_text(patient_name || ' ' || doctor)) from orders;
    insert into order_event (id, order_id, at, kind, to_status, account_name, organization_name)
    select gen_random_uuid(), id, created_at, 'register', 'scanned', '', '' from orders;
    insert into prescription (order_id, body, updated_at) select id, 'null', created_at from orders;
    ${createIndexes}`)
  await app.databaseUrls.runInside('vacuum (analyze)')
  takeStatements = recordStatements(app.services.database.pool)
}, 300_000)
afterAll(() => app.close())

async function scansOfList(person: Person, body: Partial<OrderQuery>): Promise<string[]> {
  takeStatements()
  const call = person === people.root ? 'manage.listOrders' : 'orders.list'
  const { status } = await as(app, person).call(call, { body })
  expect(status).toBe(200)
  return await scansOfRead()
}

async function scansOfGet(person: Person): Promise<string[]> {
  takeStatements()
  const params = { id: '01900000-0000-7000-b000-000000000020' }
  const { status } = await as(app, person).call('orders.get', { params })
  expect(status).toBe(200)
  return await scansOfRead()
}

/** Explains the second statement of a call; the first one finds the caller. An empty list reads its counts with a third one. */
async function scansOfRead(): Promise<string[]> {
  const [, statement] = takeStatements()
  if (statement === undefined) throw new Error('The call ran no statement.')
  return await listScans(app.services.database.pool, statement, largeTables)
}

test('the most frequent statements use their indexes among 100,000 cases', async () => {
  const { alice, bob, root } = people
  const { cursor } = (await as(app, alice).call('orders.list', { body: {} })).body.data
  const search = { totalMax: 0 } as const
  const plans: [string, () => Promise<string[]>][] = [
    ['Case list of a clinic', () => scansOfList(alice, {})],
    ['Case list of a clinic, by cursor', () => scansOfList(alice, { cursor: cursor! })],
    ['Case list of a clinic, by last change', () => scansOfList(alice, { sort: 'updatedAt' })],
    ['Case list of a clinic, by delivery day', () => scansOfList(alice, { sort: 'deliveryOn' })],
    ['Case list of a clinic, by number', () => scansOfList(alice, { sort: 'number' })],
    ['Case list of a clinic, one status', () => scansOfList(alice, { status: 'pending' })],
    ['Case list of a clinic, waiting', () => scansOfList(alice, { waitsForMe: true, ...search })],
    [
      'Case list of a clinic, late',
      () => scansOfList(alice, { due: 'late', sort: 'deliveryOn', direction: 'ascending', ...search }),
    ],
    ['Case list of a laboratory', () => scansOfList(bob, {})],
    ['Case list of a laboratory, by last change', () => scansOfList(bob, { sort: 'updatedAt' })],
    ['Case list of a laboratory, by delivery day', () => scansOfList(bob, { sort: 'deliveryOn' })],
    ['Case list of a laboratory, one status', () => scansOfList(bob, { status: 'pending' })],
    ['Case list of a laboratory, waiting', () => scansOfList(bob, { waitsForMe: true, ...search })],
    [
      'Case list of a laboratory, late',
      () => scansOfList(bob, { due: 'late', sort: 'deliveryOn', direction: 'ascending', ...search }),
    ],
    ['Search of a clinic, two words', () => scansOfList(alice, { words: 'Marta Weber', ...search })],
    ['Search of a clinic, ideographs', () => scansOfList(alice, { words: '张伟', ...search })],
    [
      'Search of a clinic, one status',
      () => scansOfList(alice, { words: 'Weber', status: 'pending', ...search }),
    ],
    ['Search of a laboratory', () => scansOfList(bob, { words: 'Marta Weber', ...search })],
    ['Search of the platform', () => scansOfList(root, { words: 'Marta Weber', ...search })],
    ['Case of a clinic', () => scansOfGet(alice)],
    ['Case of a laboratory', () => scansOfGet(bob)],
  ]
  const rows: string[] = []
  for (const [name, explain] of plans) {
    const scans = await explain()
    expect(scans.filter((scan) => scan.endsWith(' Scan'))).toEqual([])
    rows.push(`| ${name} | ${scans.map((scan) => `\`${scan}\``).join(', ')} |`)
  }
  const text = [
    '# Plans of frequent statements',
    '',
    'The indexes with which the most frequent statements read the tables that have rows for each case, among 100,000 ' +
      'cases. Printed by `npx vitest run apps/server/src/cases/orders/frequent-plans.test.ts -u`; the test fails if a statement ' +
      'uses another index.',
    '',
    '| Statement | Scans |',
    '| --- | --- |',
    ...rows,
    '',
  ]
  await expect(text.join('\n')).toMatchFileSnapshot(page)
}, 120_000)
