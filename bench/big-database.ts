import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type OrderType, orderTypes, Prescription } from '@pontic/contract'
import type { Client } from 'pg'
import { listMigrations, migrate } from '../apps/server/src/platform/db/migrate.ts'
import { printStep, since } from '../scripts/places.ts'
import type { Postgres } from '../scripts/postgres.ts'
import {
  type DatabaseUrls,
  dropDatabase,
  hasDatabase,
  remakeDatabase,
  urlsOf,
  withClient,
} from './cluster.ts'
import { fillPlatform, insertOrganizations, smallClinicsOf, smallIdSql } from './platform-data.ts'

const migrations = new URL('../apps/server/src/platform/db/migrations/', import.meta.url)

/**
 * Returns the id of a large clinic (1–12). Clinic 1 has three tenths of all orders. Another three tenths belong to many small
 * clinics.
 */
export const clinicId = (number: number) =>
  `01900000-0000-7000-8000-0000000010${String(number).padStart(2, '0')}`
export const labId = (number: number) =>
  `01900000-0000-7000-8000-0000000020${String(number).padStart(2, '0')}`

const texts = (items: string) => `array[${items.split(' ').map((item) => `'${item}'`)}]`
const latinGiven =
  'Anna Ben Clara David Elena Felix Greta Hugo Ines Jonas Katja Lukas Marta Nils Olga Paul Rosa Simon Tilda Viktor'
const latinFamily =
  'Adler Becker Costa Duval Eriksen Fontaine Gruber Hansen Ibsen Jansen Keller Lindqvist Moreau Novak Olsen Petrov ' +
  'Quist Rossi Schneider Tanner Ulrich Vogel Weber Xander Young Ziegler Brown Clarke Dawson Evans Fisher Grant ' +
  'Harris Irving Jones Knight Lewis Martin Nolan Owens'
const chineseFamily = '张 王 李 赵 陈 刘 杨 黄 周 吴 徐 孙 马 朱 胡 郭 何 林 罗 高'
const chineseGiven =
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 文 建华 志强 雪梅 子轩 浩然 欣怡 梓涵'
const russianGiven =
  'Иван Анна Пётр Мария Сергей Ольга Дмитрий Елена Алексей Наталья Николай Юлия Павел Вера Фёдор Нина'
const russianFamily =
  'Иванов Смирнов Кузнецов Попов Соколов Лебедев Козлов Новиков Морозов Волков Зайцев Орлов'

// Chooses an item of a list by a hash of the row's number and a salt: evenly distributed and the same in each run.
const pick = (list: string, salt: string) =>
  `(${list})[1 + (abs(hashint8(n * 16 + ${salt})::bigint) % cardinality(${list}))::int]`

const insertOrders = (count: number) => `
  insert into orders (id, number, clinic_id, lab_id, status, type, patient_name, doctor, scan_date, delivery_on,
    is_delivery_confirmed, sender_name, updater_name, operator, created_by, created_at, updated_at, sent_at)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
      || '8' || substr(md5(n::text), 4, 15))::uuid,
    'C26-' || lpad(upper(to_hex(n)), 6, '0'), clinic_id, case when status in ('scanned', 'uploaded') then null else lab_id end,
    status, (array[0, 1, 2, 7])[1 + (n % 4)::int], patient_name, doctor, at::date, at::date + 5 + (n % 9)::int,
    status not in ('scanned', 'uploaded', 'pending'), doctor, doctor, '', created_by, at, at + interval '1 hour',
    case when status in ('scanned', 'uploaded') then null else at + interval '1 hour' end
  from (
    select n, now() - (${count} - n) * interval '3 years' / ${count} as at,
      g.clinic_id, a.id as created_by,
      ('01900000-0000-7000-8000-0000000020' || lpad(case when lot2 < 40 then 1 else 2 + lot2 % 5 end::text, 2, '0'))::uuid as lab_id,
      case when lot3 < 700 then 'completed' when lot3 < 780 then 'shipped' when lot3 < 860 then 'accepted'
        when lot3 < 930 then 'pending' when lot3 < 970 then 'uploaded' when lot3 < 990 then 'scanned' else 'rejected' end as status,
      case when lot4 < 60 then ${pick(texts(latinGiven), '5')} || ' ' || ${pick(texts(latinFamily), '6')}
        when lot4 < 85 then ${pick(texts(chineseFamily), '7')} || ${pick(texts(chineseGiven), '8')}
        else ${pick(texts(russianFamily), '9')} || ' ' || ${pick(texts(russianGiven), '10')} end as patient_name,
      'Dr. ' || ${pick(texts(latinFamily), '11')} as doctor
    from (
      select n, abs(hashint8(n * 16 + 1)::bigint) % 100 as lot1, abs(hashint8(n * 16 + 2)::bigint) % 100 as lot2,
        abs(hashint8(n * 16 + 3)::bigint) % 1000 as lot3, abs(hashint8(n * 16 + 4)::bigint) % 100 as lot4
      from generate_series(1, ${count}::bigint) n
    ) lots
    cross join lateral (select ('01900000-0000-7000-8000-0000000010'
      || lpad(case when lot1 < 30 then 1 when lot1 < 45 then 2 else 3 + lot1 % 10 end::text, 2, '0'))::uuid as large_id) l
    cross join lateral (select case when lot1 < 70 then large_id
      else ${smallIdSql(`1 + abs(hashint8(n * 16 + 12)::bigint) % ${smallClinicsOf(count)}`)} end as clinic_id) g
    join account a on a.organization_id = g.clinic_id
  ) made order by n`

const insertPeople = `
  insert into organization (id, name, name_key, business_type, verified_at)
  select ('01900000-0000-7000-8000-00000000' || (kind * 1000 + n))::uuid, word || ' ' || n, lower(word) || ' ' || n, kind, now()
  from (values (1, 'Clinic', 12), (2, 'Laboratory', 6)) k (kind, word, count), generate_series(1, k.count) n;
  insert into account (id, email, name, password_hash, organization_id, is_organization_administrator, email_verified_at)
  select overlay(id::text placing '3' from 29)::uuid, 'person' || right(id::text, 4) || '@bench.example', 'Person ' || name, '!',
    id, true, now() from organization;
  insert into partnership (low_id, high_id, status, requested_by, decided_at)
  select c.id, l.id, 'partner', c.id, now() from organization c, organization l
  where c.business_type = 1 and l.business_type = 2`

// All orders of a type have the same prescription, because only finding and reading it is measured.
const prescriptionOf: Record<OrderType, object> = {
  0: {
    items: [
      { tooth: '16', work: 'crown', material: 'zirconia', shade: { guide: 'vita_classical', body: 'A3' } },
    ],
  },
  1: { appliance: 'hawley', arch: 'upper' },
  2: { items: [{ tooth: '36', work: 'crown' }] },
  7: { kind: 'full', arch: 'lower' },
}

const insertPrescriptions = (type: OrderType) => `
  insert into prescription (order_id, body, updated_at)
  select id, '${JSON.stringify(Prescription.parse({ type, ...prescriptionOf[type] }))}'::jsonb, created_at
  from orders where type = ${type}`

const insertEvents = `
  insert into order_event (id, order_id, at, kind, from_status, to_status, account_id, account_name, organization_id, organization_name, lab_id)
  select overlay(o.id::text placing kind from 16)::uuid, o.id, o.created_at + delay, word, null, status_after, o.created_by, o.doctor,
    o.clinic_id, 'Clinic', case when word = 'send' then o.lab_id end
  from orders o cross join (values ('1', 'register', interval '0', 'scanned'), ('2', 'send', interval '1 hour', 'pending'))
    k (kind, word, delay, status_after)
  where word = 'register' or o.lab_id is not null`

// The triggers that copy the texts are disabled during the fill.
const insertSearch = `
  insert into order_search (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
  select id, clinic_id, lab_id, lab_id is not null, created_at, true, fold_text(number || ' ' || patient_name || ' ' || doctor),
    text_pairs(fold_text(patient_name || ' ' || doctor)) from orders order by id`

const fillCounters = `
  insert into org_status_slot (organization_id, status, count)
  select organization_id, status, count(*) from
    (select clinic_id as organization_id, status from orders union all select lab_id, status from orders where lab_id is not null) t
  group by 1, 2;
  insert into platform_status_count (slot, status, count)
  select 0, status, count(*) from orders where discarded_at is null group by 2;
  insert into order_day_count select * from recount_order_days()`

// Approximates the days of the default calendar, because any plausible day is enough for the lists.
const fillRisk = `
  update orders set at_risk_on = delivery_on - case when status = 'accepted' then 1 when type = 2 then 14 else 7 end
  where status in ('scanned', 'uploaded', 'pending', 'accepted', 'rejected')`

/**
 * Opens a database with this number of orders. It is created on first use, and again when a migration, this file or
 * `platform-data.ts` changes.
 */
export async function openBigDatabase(postgres: Postgres, orders: number): Promise<DatabaseUrls> {
  const name = `bench_${orders}_${fingerprint()}`
  if (await hasDatabase(postgres, name)) return urlsOf(postgres, name)
  await dropOtherDatabases(postgres, orders)
  const startMs = performance.now()
  const half = `${name}_half`
  const urls = await remakeDatabase(postgres, half)
  await migrate(urls.ownerUrl)
  await withClient(urls.superUrl, (client) => fill(client, orders))
  await withClient(postgres.superUrl, (client) => client.query(`alter database ${half} rename to ${name}`))
  printStep(`${orders.toLocaleString('en')} orders filled in ${since(startMs)}`)
  return urlsOf(postgres, name)
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)))
  hash.update(readFileSync(new URL('platform-data.ts', import.meta.url)))
  for (const name of listMigrations()) hash.update(readFileSync(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 8)
}

async function dropOtherDatabases(postgres: Postgres, orders: number): Promise<void> {
  const { rows } = await withClient(postgres.superUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `bench\\_${orders}\\_%`,
    ]),
  )
  for (const { datname } of rows) await dropDatabase(postgres, datname)
}

const indexedLater = `'{orders,order_search,order_event,organization,account,session,audit,push_delivery,work_order}'`

/** Fills the tables without triggers and creates the indexes at the end, because both would be slow for each row. */
async function fill(client: Client, orders: number): Promise<void> {
  await client.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'",
  )
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any (${indexedLater}::regclass[])
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(insertPeople)
  await client.query(insertOrganizations(orders))
  await client.query(insertOrders(orders))
  for (const type of Object.values(orderTypes)) await client.query(insertPrescriptions(type))
  await client.query(insertEvents)
  await client.query(insertSearch)
  await client.query(fillCounters)
  await client.query(fillRisk)
  await client.query('analyze')
  await fillPlatform(client, orders)
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum (freeze, analyze)')
  await client.query('checkpoint')
}
