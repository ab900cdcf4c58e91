import type { TestApp } from './app.ts'

/** Number of rows in the tables of the back office's lists, enough for the planner to choose between plans. */
export const manyRows = 2_500

const id = (kind: string, n = 'n') => `('01900000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`

// Each name has a hash, which only its row contains, and a word that all rows contain.
const fills = [
  `insert into organization (id, name, name_key, business_type, registered_at, verified_at, banned_at, address, contact_person, email)
   select ${id('9000')}, 'Practice ' || substr(md5(n::text), 1, 8), 'practice ' || n, 1 + n % 2, now() - n * interval '1 hour',
     case when n % 40 > 0 then now() end, case when n % 41 = 0 then now() end, 'Street 诊所' || n, 'Contact', 'n' || n || '@o.example'
   from generate_series(1, ${manyRows}) n`,
  `insert into account (id, email, name, password_hash, organization_id, membership, email_verified_at, disabled_at, is_banned, created_at)
   select ${id('a000')}, 'm' || md5(n::text) || '@a.example', 'Person ' || substr(md5(n::text), 1, 8), 'kept elsewhere', ${id('9000')},
     case when n % 400 = 0 then 'waiting' else 'active' end, case when n % 38 > 0 then now() end,
     case when n % 39 = 0 then now() end, n % 78 = 0, now() - n * interval '1 hour' from generate_series(1, ${manyRows}) n`,
  `insert into session (id, account_id, is_remembered, expires_at, revoked_at)
   select gen_random_uuid(), ${id('a000')}, true, now() + interval '1 day', now() from generate_series(1, ${manyRows}) n`,
  `insert into orders (id, number, clinic_id, lab_id, status, type, patient_name, doctor, scan_date, delivery_on,
     is_delivery_confirmed, sender_name, updater_name, operator, created_by, created_at, updated_at, sent_at)
   select ${id('b000')}, 'C26-' || upper(substr(md5(n::text), 1, 6)), ${id('9000', 'n - n % 2')}, ${id('9000', 'n - n % 2 - 1')},
     case when n % 40 = 0 then 'pending' else 'completed' end, 0, 'Patient ' || md5(n::text), 'Dr. Adler', now()::date,
     now()::date + 5, false, '', '', '', ${id('a000')}, now() - n * interval '1 hour', now() - n * interval '1 hour', now()
   from generate_series(3, ${manyRows}) n`,
  `insert into order_search (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
   select id, clinic_id, lab_id, lab_id is not null, created_at, true, fold_text(number || ' ' || patient_name || ' ' || doctor),
     text_pairs(fold_text(patient_name || ' ' || doctor)) from orders`,
  `insert into platform_status_count (slot, status, count) select 0, status, count(*) from orders group by status`,
  `insert into order_event (id, order_id, at, kind, from_status, to_status, account_name, organization_name)
   select ${id('8c00')}, ${id('b000')}, now(), 'send', null, 'pending', '', '' from generate_series(3, ${manyRows}) n`,
  `insert into audit (at, account_id, organization_id, action, object_type, object_id, request_id)
   select now() - n * interval '1 hour', ${id('a000')}, ${id('9000')}, case when n % 100 = 0 then 'manage.banUser' else 'orders.get' end,
     'order', ${id('b000')}::text, gen_random_uuid()::text from generate_series(1, ${manyRows}) n`,
  `insert into audit_concern (concerned_id, at, audit_id)
   select organization_id, at, id from audit union all select object_id::uuid, at, id from audit where object_type = 'order'`,
  `insert into push_setting (id, name, kind, address, folder, secret_names, events, format, includes_files, is_enabled, created_at, updated_at)
   select ${id('8d00')}, 'Way out ' || n, 'webhook', '', '', '{}', '{send}', 'pontic', false, true, now(), now() from generate_series(1, 20) n`,
  `insert into push_delivery (id, setting_id, organization_id, order_id, order_event_id, event, state, created_at, retry_until, ended_at)
   select gen_random_uuid(), ${id('8d00', '1 + n % 20')}, ${id('9000')}, ${id('b000')}, ${id('8c00')},
     case when n % 50 = 0 then 'accept' else 'send' end, case when n % 51 = 0 then 'failed' else 'delivered' end,
     now() - n * interval '1 hour', now(), now() from generate_series(3, ${manyRows}) n`,
  `insert into graphile_worker._private_tasks (identifier) values ('mail.send') on conflict do nothing`,
  `insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, last_error, updated_at)
   select t.id, '{}', 25, 25, case when n % 40 = 0 then 'Error' end, now() - n * interval '1 hour'
   from generate_series(1, ${manyRows}) n, graphile_worker._private_tasks t where t.identifier = 'mail.send'`,
  `insert into work_order (id, number, organization_id, submitter_id, type_id, priority, title, content, status, submitted_at, updated_at)
   select ${id('8e00')}, 'W26-' || upper(substr(md5(n::text), 1, 6)), ${id('9000')}, ${id('a000')},
     (select id from work_order_type order by id limit 1), case when n % 40 = 0 then 'critical' else 'normal' end,
     'Request ' || md5(n::text), '', case when n % 41 = 0 then 'submitted' else 'resolved' end, now(), now() - n * interval '1 hour'
   from generate_series(1, ${manyRows}) n`,
  `insert into work_order_search (work_order_id, text, pairs) select work_order_id, text, pairs from work_order_words`,
  `insert into searched_account select w.* from account_words w where id not in (select id from searched_account)`,
  `insert into searched_organization select w.* from organization_words w where id not in (select id from searched_organization)`,
]

/** Returns the id of the nth inserted organization, account or case. */
export const filledId = (kind: 'organization' | 'account' | 'order', n: number): string =>
  `01900000-0000-7000-${{ organization: '9000', account: 'a000', order: 'b000' }[kind]}-${String(n).padStart(12, '0')}`

/** Fills the tables that the back office lists, with triggers disabled, and runs ANALYZE. */
export async function fillManyRows({ databaseUrls }: TestApp): Promise<void> {
  await databaseUrls.runInside(`set session_replication_role = replica; ${fills.join(';\n')}`)
  await databaseUrls.runInside('vacuum (analyze)')
}
