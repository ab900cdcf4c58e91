import { type OrderType, orderTypes, Prescription } from '@pontic/contract'
import { type Slice, smallClinicsOf, smallIdSql } from './platform-data.ts'

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

/**
 * Returns SQL that inserts the orders of a slice, oldest first. The account that created an order derives from its clinic, so that
 * no join changes this order. `at_risk_on` only approximates the days of the default calendar, because any plausible day is
 * enough for the lists.
 */
export const insertOrders = (count: number, { from, to }: Slice) => `
  insert into orders (id, number, clinic_id, lab_id, status, type, patient_name, doctor, scan_date, delivery_on,
    is_delivery_confirmed, sender_name, updater_name, operator, created_by, created_at, updated_at, sent_at, at_risk_on)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
      || '8' || substr(md5(n::text), 4, 15))::uuid,
    'C26-' || lpad(upper(to_hex(n)), 6, '0'), clinic_id, case when status in ('scanned', 'uploaded') then null else lab_id end,
    status, (array[0, 1, 2, 7])[1 + (n % 4)::int], patient_name, doctor, at::date, at::date + 5 + (n % 9)::int,
    status not in ('scanned', 'uploaded', 'pending'), doctor, doctor, '', created_by, at, at + interval '1 hour',
    case when status in ('scanned', 'uploaded') then null else at + interval '1 hour' end,
    case when status not in ('completed', 'shipped') then
      at::date + 5 + (n % 9)::int - case when status = 'accepted' then 1 when n % 4 = 2 then 14 else 7 end end
  from (
    select n, now() - (${count} - n) * interval '3 years' / ${count} as at, clinic_id,
      case when lot1 < 70 then overlay(clinic_id::text placing '3' from 29)
        else overlay(clinic_id::text placing 'a000' from 20) end::uuid as created_by,
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
      from generate_series(${from}::bigint, ${to}::bigint) n
    ) lots
    cross join lateral (select case when lot1 < 70 then ('01900000-0000-7000-8000-0000000010'
      || lpad(case when lot1 < 30 then 1 when lot1 < 45 then 2 else 3 + lot1 % 10 end::text, 2, '0'))::uuid
      else ${smallIdSql(`1 + abs(hashint8(n * 16 + 12)::bigint) % ${smallClinicsOf(count)}`)} end as clinic_id) c
  ) made`

/** SQL that inserts the large clinics and laboratories, an administrator of each, and their partnerships. */
export const insertPeople = `
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
  2: {
    items: [
      {
        ...{ tooth: '36', work: 'crown', material: 'zirconia', maker: 'neodent', line: 'grand_morse' },
        ...{ platform: 'GM', retention: 'screw', shade: { guide: 'vita_classical', body: 'A3' } },
      },
    ],
  },
  7: { kind: 'full', arch: 'lower', base: 'acrylic', teethByLab: true },
}

const bodySql = Object.values(orderTypes)
  .map(
    (type) =>
      `when ${type} then '${JSON.stringify(Prescription.parse({ type, ...prescriptionOf[type] }))}'::jsonb`,
  )
  .join(' ')

/** SQL that inserts the prescriptions of the orders that meet a condition. */
export const insertPrescriptions = (condition: string) => `
  insert into prescription (order_id, body, updated_at)
  select id, case type ${bodySql} end, created_at from orders o where ${condition}`

/** SQL that inserts the timeline of the orders that meet a condition. */
export const insertEvents = (condition: string) => `
  insert into order_event (id, order_id, at, kind, from_status, to_status, account_id, account_name, organization_id, organization_name, lab_id)
  select overlay(o.id::text placing kind from 16)::uuid, o.id, o.created_at + delay, word, null, status_after, o.created_by, o.doctor,
    o.clinic_id, 'Clinic', case when word = 'send' then o.lab_id end
  from orders o cross join (values ('1', 'register', interval '0', 'scanned'), ('2', 'send', interval '1 hour', 'pending'),
    ('3', 'accept', interval '2 hours', 'accepted')) k (kind, word, delay, status_after)
  where (word = 'register' or o.lab_id is not null) and (word <> 'accept' or o.status in ('accepted', 'shipped', 'completed'))
    and ${condition}`

/**
 * SQL that inserts the searched texts of the orders that meet a condition. The triggers that write them are disabled during the fill.
 * Only names that begin with a Chinese character have pairs.
 */
export const insertSearch = (condition: string) => `
  insert into order_search (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
  select id, clinic_id, lab_id, lab_id is not null, created_at, true, fold_text(number || ' ' || patient_name || ' ' || doctor),
    case when patient_name collate "C" < U&'\\2E80' then '{}' else text_pairs(fold_text(patient_name || ' ' || doctor)) end
  from orders o where ${condition}`

/** SQL statements that count the orders by organization and status. */
export const insertStatusCounts = [
  `insert into org_status_slot (organization_id, status, count)
  select organization_id, status, count(*) from
    (select clinic_id as organization_id, status from orders union all select lab_id, status from orders where lab_id is not null) t
  group by 1, 2`,
  `insert into platform_status_count (slot, status, count)
  select 0, status, count(*) from orders where discarded_at is null group by 2`,
]

const countOfTypes = Array.from({ length: 8 }, (_, type) => `count(*) filter (where type = ${type})`).join()

/**
 * Returns SQL that counts the orders of days that meet a condition. It inserts the rows of `recount_order_days()`, which sorts 96 rows
 * for each day of each clinic.
 */
export const insertDayCounts = (condition: string) => `
  insert into order_day_count (scope_id, day, upto, by_type, detail)
  with placed as (
    select scope_id, day, type,
      extract(hour from at)::int * 4 + extract(minute from at)::int / 15 as quarter
    from orders o
    cross join lateral (select created_at at time zone 'utc' as at, (created_at at time zone 'utc')::date as day) d
    cross join lateral (values (clinic_id), ('00000000-0000-0000-0000-000000000000')) s (scope_id)
    where discarded_at is null and ${condition}
  ), detailed as (
    select scope_id, day, jsonb_object_agg((quarter * 8 + type)::text, count) as detail
    from (select scope_id, day, type, quarter, count(*) from placed group by 1, 2, 3, 4) slot group by 1, 2
  ), counted as (
    select scope_id, day, array_agg(quarter order by quarter) as quarters, array[${countOfTypes}]::int[] as by_type
    from placed group by 1, 2
  )
  select scope_id, day,
    case when cardinality(quarters) = 1 then array_fill(0, quarters) || array_fill(1, array[96 - quarters[1]])
      else (select array_agg(width_bucket(place, quarters) order by place) from generate_series(0, 95) place) end,
    by_type, detail
  from counted join detailed using (scope_id, day)`
