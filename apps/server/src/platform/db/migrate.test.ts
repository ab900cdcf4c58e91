import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { listMigrations, migrate } from './migrate.ts'

let app: TestApp
let client: Client
const name = `before_${randomBytes(4).toString('hex')}`

const clinic = '01900000-0000-7000-8000-000000001001'
const lab = '01900000-0000-7000-8000-000000002001'
const orders = 5_000

beforeAll(async () => {
  app = await startTestApp()
  await app.databaseUrls.runAsSuper(`create database ${name} owner pontic_owner`)
  client = new Client({ connectionString: inDatabase(app.databaseUrls.ownerUrl) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.databaseUrls.runAsSuper(`drop database ${name} with (force)`)
  await app.close()
})

const inDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Applies the migrations before the table of searched texts, and inserts orders. */
async function createVersionBefore(): Promise<void> {
  await client.query(
    'create table pontic_migration (name text primary key, applied_at timestamptz default now())',
  )
  for (const file of listMigrations().filter((one) => one < '0029')) {
    await client.query(readFileSync(new URL(`./migrations/${file}`, import.meta.url), 'utf8'))
    await client.query('insert into pontic_migration (name) values ($1)', [file])
  }
  await client.query(`
    insert into organization (id, name, name_key, business_type) values ('${clinic}', 'Clinic', 'clinic', 1), ('${lab}', 'Lab', 'lab', 2);
    insert into account (id, email, name, password_hash, organization_id) values ('${clinic}', 'a@b.example', 'A', '!', '${clinic}');
    insert into orders (id, number, clinic_id, status, type, patient_name, doctor, created_by)
    select gen_random_uuid(), 'C26-' || n, '${clinic}', 'uploaded', 0, case when n % 2 = 0 then 'Marta ' else '张伟' end || n, 'Dr.', '${clinic}'
    from generate_series(1, ${orders}) n;
    insert into order_event (id, order_id, at, kind, from_status, to_status, account_name, organization_name, lab_id)
    select gen_random_uuid(), id, now() - random() * interval '90 days', 'send', 'uploaded', 'pending', 'A', 'Clinic', '${lab}' from orders`)
}

/** Sends and recalls orders, adds entries to the timeline, and corrects names, until `stop` is called. @returns the number of changes */
function changeOrders(): { stop: () => Promise<number> } {
  let isStopped = false
  const work = async () => {
    const writer = new Client({ connectionString: inDatabase(app.databaseUrls.ownerUrl) })
    await writer.connect()
    let changes = 0
    for (; !isStopped; changes++) {
      await writer.query(`update orders set lab_id = case when lab_id is null then '${lab}'::uuid end,
          status = case when lab_id is null then 'pending' else 'uploaded' end,
          patient_name = case when random() < 0.1 then 'Changed ' || number else patient_name end
        where id = (select id from orders order by random() limit 1)`)
      await writer.query(`insert into order_event (id, order_id, at, kind, from_status, to_status, account_name, organization_name, lab_id)
        select gen_random_uuid(), id, clock_timestamp(), 'send', 'uploaded', 'pending', 'A', 'Clinic', '${lab}' from orders limit 1`)
      await writer.query(`insert into audit (organization_id, action, object_type, object_id)
        values ('${clinic}', 'orders.send', 'order', '${lab}')`)
    }
    await writer.end()
    return changes
  }
  const working = work()
  return {
    stop: () => {
      isStopped = true
      return working
    },
  }
}

test('orders that change during a migration are in its new tables as they are', async () => {
  await createVersionBefore()
  const changing = changeOrders()
  const applied = await migrate(inDatabase(app.databaseUrls.ownerUrl))
  const changes = await changing.stop()
  expect(changes).toBeGreaterThan(0)
  const { rows: audited } = await client.query(`select count(*)::int as rows, count(distinct id)::int as ids,
    (select count(*)::int from audit_concern) as concerns from audit`)
  expect(audited).toEqual([{ rows: changes, ids: changes, concerns: 2 * changes }])
  expect(applied).toEqual(listMigrations().filter((one) => one >= '0029'))
  const { rows: texts } =
    await client.query(`select o.number from orders o left join order_search s on s.order_id = o.id
    where (s.clinic_id, case when s.is_at_lab then s.lab_id end, s.created_at, s.is_listed, s.text, s.pairs) is distinct from
      (o.clinic_id, o.lab_id, o.created_at, true, lower(o.number || ' ' || o.patient_name || ' ' || o.doctor),
        text_pairs(o.patient_name || ' ' || o.doctor))`)
  expect(texts).toEqual([])
  const { rows: counts } = await client.query(`
    select * from org_status_count kept full join (
      select organization_id, status, count(*) from (
        select clinic_id as organization_id, status from orders union all select lab_id, status from orders where lab_id is not null
      ) o group by 1, 2) counted using (organization_id, status)
    where coalesce(kept.count, 0) <> coalesce(counted.count, 0)`)
  expect(counts).toEqual([])
  expect(await countReceived()).toEqual(await recountReceived())
})

// The sum of all slots, so that it does not matter whether the trigger or the migration has counted an entry.
const countReceived = () => totalsOf('lab_received_count')
const recountReceived = () => totalsOf("recount_received('infinity')")

async function totalsOf(counts: string): Promise<unknown[]> {
  const { rows } = await client.query(
    `select lab_id, at, sum(count)::int as count from ${counts} c group by 1, 2 order by 1, 2`,
  )
  expect(rows.length).toBeGreaterThan(100)
  return rows
}

// The rows of `kind` whose stored search text differs from the present one.
const listStaleTexts = async (kind: 'account' | 'organization') =>
  (
    await client.query(
      `select * from ${kind}_words w full join searched_${kind} s using (id) where w::text is distinct from s::text`,
    )
  ).rows

test('a migration stores the searched texts of people and organizations', async () => {
  expect([await listStaleTexts('account'), await listStaleTexts('organization')]).toEqual([[], []])
})

test('statements without a transaction can run again after an interruption', async () => {
  await client.query("delete from pontic_migration where name = '0030_order_search_rows.sql'")
  await client.query(
    'delete from order_search where order_id in (select order_id from order_search limit 100)',
  )
  await client.query("delete from pontic_migration where name = '0037_production_figures.sql'")
  await client.query('delete from lab_received_count where slot = -1 and random() < 0.5')
  await client.query("delete from pontic_migration where name = '0056_searched_accounts.sql'")
  await client.query('delete from searched_account; delete from searched_organization')
  expect(await migrate(inDatabase(app.databaseUrls.ownerUrl))).toEqual([
    '0030_order_search_rows.sql',
    '0037_production_figures.sql',
    '0056_searched_accounts.sql',
  ])
  expect([await listStaleTexts('account'), await listStaleTexts('organization')]).toEqual([[], []])
  expect(await countReceived()).toEqual(await recountReceived())
  const { rows } = await client.query('select count(*)::int as count from order_search')
  expect(rows).toEqual([{ count: orders }])
  const { rows: invalid } = await client.query(
    'select indexrelid::regclass from pg_index where not indisvalid',
  )
  expect(invalid).toEqual([])
})
