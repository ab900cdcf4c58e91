import type { Client } from 'pg'

/** A range of row numbers, from 1, with both ends. */
export type Slice = { from: number; to: number }

/** Id of the platform's administrator. */
export const platformId = '01900000-0000-7000-8000-000000003001'

/** Returns the number of rows in the lists of the back office for a number of orders. */
export const sizesOf = (orders: number) => ({
  organizations: Math.ceil(orders / 50),
  users: Math.ceil(orders / 10),
  auditRows: orders,
  deliveries: Math.ceil(orders / 5),
  jobs: Math.ceil(orders / 5),
  supportRequests: Math.ceil(orders / 20),
})

/** Returns the number of small clinics: seven of ten small organizations. */
export const smallClinicsOf = (orders: number) => Math.floor((sizesOf(orders).organizations * 7) / 10)
/** Returns an SQL expression for the id of the n-th small organization. */
export const smallIdSql = (n: string) => idSql('9000', n)
const idSql = (kind: string, n: string) =>
  `('01900000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`

const words = (list: string) => `array[${list.split(' ').map((word) => `'${word}'`)}]`
// Chooses an item of a list by a hash of the row's number: evenly distributed and the same in each run.
const pick = (list: string, salt: number) =>
  `(${list})[1 + (abs(hashint8(n * 64 + ${salt})::bigint) % cardinality(${list}))::int]`
const lot = (sides: number, salt: number) => `abs(hashint8(n * 64 + ${salt})::bigint) % ${sides}`

const places = words(
  'Aachen Bremen Cardiff Dundee Exeter Freiburg Genova Harlem Ipswich Jena Krakow Leeds Malmo Namur Oporto Poznan 上海 北京 广州 成都 Москва Казань',
)
const families = words(
  'Adler Becker Costa Duval Eriksen Fontaine Gruber Hansen Ibsen Jansen Keller Lindqvist Moreau Novak Olsen Petrov Quist ' +
    'Rossi Schneider Tanner Ulrich Vogel Weber Xander Young Ziegler Иванов Смирнов Козлов',
)
const given = words(
  'Anna Ben Clara David Elena Felix Greta Hugo Ines Jonas Katja Lukas Marta Nils Olga Paul Rosa Simon Tilda Viktor',
)
const chinese = words('张伟 王芳 李娜 赵敏 陈静 刘强 杨洋 黄勇 周杰 吴霞 徐明 孙丽')

/** Returns SQL that inserts the platform with its people, and small organizations with an administrator each. */
export const insertOrganizations = (orders: number) => `
  insert into organization (id, name, name_key, business_type, verified_at)
  values ('${platformId}', 'Platform', 'platform', 255, now());
  insert into account (id, email, name, password_hash, organization_id, is_organization_administrator, email_verified_at, two_factor_at)
  select overlay('${platformId}' placing lpad(to_hex(160 + n), 2, '0') from 35)::uuid, 'staff' || n || '@platform.example', 'Staff ' || n,
    '!', '${platformId}', n = 0, now(), now() from generate_series(0, 10) n;
  insert into organization (id, name, name_key, business_type, registered_at, verified_at, banned_at, deleted_at, address,
    contact_person, email)
  select ${smallIdSql('n')}, name, lower(name), case when n <= ${smallClinicsOf(orders)} then 1 when n % 10 < 8 then 2 else 3 end,
    at, case when ${lot(100, 1)} < 97 then at end, case when ${lot(100, 2)} < 1 then now() end,
    case when ${lot(100, 3)} < 2 then now() end, ${lot(200, 4)} || ' ' || ${pick(families, 5)} || ' Street, ' || place,
    ${pick(given, 6)} || ' ' || ${pick(families, 7)}, 'office' || n || '@dental.example'
  from (
    select n, now() - n * interval '3 years' / ${sizesOf(orders).organizations} as at, ${pick(places, 8)} as place,
      ${pick(families, 9)} || ' ' || case when n <= ${smallClinicsOf(orders)} then 'Dental Practice' else 'Laboratory' end
        || ' ' || n as name
    from generate_series(1, ${sizesOf(orders).organizations}) n
  ) made;
  insert into account (id, email, name, password_hash, organization_id, is_organization_administrator, email_verified_at, created_at)
  select overlay(id::text placing 'a000' from 20)::uuid, 'head' || right(id::text, 6) || '@dental.example', contact_person, '!', id,
    true, now(), registered_at from organization where id::text like '01900000-0000-7000-9000%';
  insert into searched_organization select * from organization_words`

/** Returns SQL that inserts the users of the small organizations, with their sessions. */
export const insertUsers = (orders: number) => {
  const { users, organizations } = sizesOf(orders)
  return `
  insert into account (id, email, name, password_hash, organization_id, membership, disabled_at, is_banned, deleted_at,
    email_verified_at, created_at)
  select ${idSql('b000', 'n')}, 'user' || n || '@practice' || n % 977 || '.example',
    case when ${lot(10, 1)} < 7 then ${pick(given, 2)} || ' ' || ${pick(families, 3)} else ${pick(chinese, 4)} end || ' ' || n,
    case when ${lot(100, 5)} < 3 then '!' else 'kept elsewhere' end, ${smallIdSql(`1 + n % ${organizations}`)},
    case when ${lot(100, 6)} < 2 then 'waiting' else 'active' end, case when lot < 4 then now() end, lot < 1,
    case when ${lot(100, 7)} < 2 then now() end, case when ${lot(100, 5)} >= 4 then now() end,
    now() - n * interval '3 years' / ${users}
  from (select n, ${lot(100, 8)} as lot from generate_series(1, ${users - organizations}) n) made;
  insert into session (id, account_id, is_remembered, last_used_at, expires_at, revoked_at)
  select gen_random_uuid(), a.id, true, now() - random() * interval '30 days', now() + interval '30 days',
    case when k = 1 then now() end
  from account a, generate_series(1, 2) k where a.id::text like '01900000-0000-7000-%';
  insert into searched_account select * from account_words`
}

const actions = words(
  'orders.get orders.get orders.get orders.list orders.send orders.accept orders.ship files.announce files.download session.login ' +
    'session.login session.logout messages.create',
)

/**
 * Returns SQL that inserts a slice of the audit log, with the rows that the trigger of the table would insert: triggers are disabled
 * during the fill. Ids are explicit, so that they have the order of time although slices are inserted at the same time.
 */
export const insertAudit = (orders: number, { from, to }: Slice) => {
  const { auditRows } = sizesOf(orders)
  return `
  with made as (
  insert into audit (id, at, account_id, organization_id, action, object_type, object_id, subject_organization_ids, address,
    request_id, detail)
  overriding system value
  select n, now() - (${auditRows} - n) * interval '3 years' / ${auditRows}, a.id, a.organization_id,
    case when n % 5000 = 0 then 'manage.updateOrganization' else ${pick(actions, 1)} end,
    case when o.id is null then 'session' else 'order' end, coalesce(o.id::text, ''),
    case when o.id is null then '{}' else array[o.clinic_id] end, '203.0.113.' || n % 250, gen_random_uuid()::text,
    '{"kind": "bench"}'
  from (select n, ${lot(100, 2)} as who, ${lot(100, 3)} as what from generate_series(${from}, ${to}) n) lots
  left join lateral (select id, clinic_id, created_by from orders where what < 70 and number = 'C26-' || lpad(upper(to_hex(n)), 6, '0')) o on true
  join account a on a.id = case
    when who < 2 then overlay('${platformId}' placing lpad(to_hex(160 + n % 11), 2, '0') from 35)::uuid
    when o.id is null or who < 50 then ${idSql('b000', `1 + n % ${sizesOf(orders).users - sizesOf(orders).organizations}`)}
    else o.created_by end
  order by n
  returning id, at, organization_id, subject_organization_ids[1] as subject, object_id
  )
  insert into audit_concern (concerned_id, at, audit_id)
  select concerned, at, id from made cross join lateral (values
    (organization_id), (nullif(subject, organization_id)), (nullif(object_id, '')::uuid)) c (concerned)
  where concerned is not null`
}

/** SQL that continues the ids after those of the inserted rows. */
export const advanceAuditIds = "select setval(pg_get_serial_sequence('audit', 'id'), max(id)) from audit"

/** Returns SQL that inserts deliveries to other software. */
export const insertDeliveries = (orders: number) => `
  insert into push_setting (id, name, kind, address, folder, secret_names, events, format, includes_files, is_enabled, created_at, updated_at)
  select ${idSql('8c00', 'n')}, 'Way out ' || n, 'webhook', 'https://receiver.example/' || n,
    '', '{}', '{send}', 'pontic', false, true, now(), now() from generate_series(1, 20) n;
  insert into push_delivery (id, setting_id, organization_id, order_id, order_event_id, event, state, attempts, last_status,
    created_at, retry_until, next_at, ended_at)
  select gen_random_uuid(), ${idSql('8c00', '1 + n % 20')}, clinic_id, id,
    overlay(id::text placing '2' from 16)::uuid, case when n % 100 < 90 then 'send' else 'accept' end, state, 1, 200,
    sent_at, sent_at + interval '3 days', case when state = 'waiting' then now() + interval '1 hour' end,
    case when state <> 'waiting' then sent_at end
  from (
    select row_number() over (order by created_at) as n, id, clinic_id, sent_at,
      case when lot < 5 then 'waiting' when lot < 20 then 'failed' when lot < 25 then 'dropped' else 'delivered' end as state
    from (select *, abs(hashtext(id::text)::bigint) % 1000 as lot from orders where sent_at is not null
      order by created_at desc limit ${sizesOf(orders).deliveries}) o
  ) made`

/** Returns SQL that inserts support requests with their messages. */
export const insertSupport = (orders: number) => `
  insert into work_order_operator (account_id, created_at)
  select id, now() from account where organization_id = '${platformId}' and not is_organization_administrator;
  insert into work_order (id, number, organization_id, submitter_id, type_id, priority, title, content, request_number, status,
    operator_id, submitted_at, updated_at, updated_by)
  select ${idSql('8d00', 'n')}, 'W26-' || lpad(upper(to_hex(n)), 6, '0'), a.organization_id, a.id,
    ('01937a00-0000-7000-8000-00000000000' || 1 + n % 4)::uuid,
    case when ${lot(100, 1)} < 90 then 'normal' when ${lot(100, 1)} < 99 then 'important' else 'critical' end,
    ${pick(words('Upload Login Invoice Margins Colours Delivery Preview'), 2)} || ' does not work ' || n, 'What happened.',
    case when n % 3 = 0 then 'REF ' || n end, status,
    case when status <> 'submitted' then overlay('${platformId}' placing lpad(to_hex(161 + n % 10), 2, '0') from 35)::uuid end,
    at, at + interval '1 hour', a.id
  from (
    select n, now() - (${sizesOf(orders).supportRequests} - n) * interval '3 years' / ${sizesOf(orders).supportRequests} as at,
      case when ${lot(1000, 3)} < 2 then 'submitted' when ${lot(1000, 3)} < 10 then 'assigned' when ${lot(1000, 3)} < 20 then 'in_progress'
        when ${lot(1000, 3)} < 30 then 'processed' when ${lot(1000, 3)} < 900 then 'resolved' else 'closed' end as status
    from generate_series(1, ${sizesOf(orders).supportRequests}) n
  ) made join account a on a.id = ${idSql('b000', 'n')};
  insert into work_order_search (work_order_id, text, pairs) select work_order_id, text, pairs from work_order_words;
  insert into work_order_record (id, work_order_id, at, kind, account_id, side, to_status, body)
  select gen_random_uuid(), id, submitted_at + k * interval '1 minute', case when k = 0 then 'submit' else 'reply' end, submitter_id,
    'submitter', 'submitted', 'As written.' from work_order, generate_series(0, 1) k`

/** Fills the queue with waiting jobs, of which one in twenty has failed. Other measurements empty the queue. */
export async function fillJobs(client: Client, orders: number): Promise<void> {
  await client.query(`
    truncate graphile_worker._private_jobs;
    insert into graphile_worker._private_tasks (identifier) values ('mail.send'), ('bench.other') on conflict do nothing;
    insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts, last_error, created_at, updated_at)
    select t.id, '{}', now() + interval '1 day', case when n % 20 = 0 then n % 26 else 0 end, 25,
      case when n % 20 = 0 then 'Error: connect ECONNREFUSED' end, at, at
    from (select n, now() - n * interval '10 seconds' as at from generate_series(1, ${sizesOf(orders).jobs}) n) made
    join graphile_worker._private_tasks t on t.identifier = case when n % 3 = 0 then 'bench.other' else 'mail.send' end`)
  await client.query('vacuum (analyze) graphile_worker._private_jobs')
}
