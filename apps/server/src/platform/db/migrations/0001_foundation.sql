-- Organizations, accounts, sessions, partnerships, orders, files and shared tables. Times are timestamptz, sizes bytes, ids
-- UUIDv7 created by the server. The owner role owns all tables; the grants are at the end.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Pairs of adjacent characters of a text without white space, in lower case. Two-character names, which are common in Chinese
-- and Korean, have no trigrams; an array of pairs finds them.
create function text_pairs(words text) returns text[]
  language sql immutable strict parallel safe
  as $$ select coalesce(array_agg(distinct substr(w, i, 2)), '{}')
        from (select regexp_replace(lower(words), '\s', '', 'g') as w) t, generate_series(1, greatest(char_length(w) - 1, 0)) i
        where substr(w, i, 1) collate "C" >= U&'\2E80' $$;

create table organization (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 100),
  -- the name as it is compared (`organizationNameKey`), so that similar names count as the same (threat T58)
  name_key text not null unique,
  business_type smallint not null check (business_type in (255, 1, 2, 3)),
  registered_at timestamptz not null default now(),
  verified_at timestamptz,
  banned_at timestamptz,
  deleted_at timestamptz,
  address text not null default '',
  contact_person text not null default '',
  postal_code text not null default '',
  office_phone text not null default '',
  mobile_phone text not null default '',
  email text not null default '',
  license_number text not null default '',
  about text not null default '',
  website_url text not null default '',
  terms text not null default '',
  remark text not null default '',
  auto_accepts_partners boolean not null default false,
  storage_quota_bytes bigint not null default 21474836480 check (storage_quota_bytes >= 0),
  -- bytes of files announced by this organization; updated in the statement that announces or removes them
  storage_used_bytes bigint not null default 0 check (storage_used_bytes >= 0),
  search_text text generated always as (lower(name || ' ' || address)) stored,
  search_pairs text[] generated always as (text_pairs(name || ' ' || address)) stored
);
create index organization_search_text on organization using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index organization_search_pairs on organization using gin (search_pairs) with (fastupdate = off);
create index organization_unverified on organization (registered_at) where verified_at is null;

create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  organization_id uuid not null references organization,
  is_organization_administrator boolean not null default false,
  membership text not null default 'active' check (membership in ('active', 'waiting')),
  disabled_at timestamptz,
  deleted_at timestamptz,
  email_verified_at timestamptz,
  telephone text,
  location text,
  license_number text,
  avatar text,
  accepts_order_sms boolean not null default false,
  accepts_order_email boolean not null default true,
  language text not null default 'en_US',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_organization on account (organization_id);

-- A session is a family of rotating refresh tokens (rules §3); tokens are stored only as SHA-256.
create table session (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_for text check (revoked_for in ('logout', 'reuse', 'password', 'disabled', 'expired')),
  user_agent text not null default ''
);
create index session_account on session (account_id) where revoked_at is null;

create table access_token (
  token_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expires on access_token (expires_at);

create table refresh_token (
  token_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  parent_sha256 bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz,
  died_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_parent on refresh_token (parent_sha256) where parent_sha256 is not null;
create index refresh_token_expires on refresh_token (expires_at);

-- Counters of attempts by a subject (an account, an address, a call) in a fixed window, shared by all nodes.
create table attempt_count (
  subject text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (subject, window_start)
);
create index attempt_count_window on attempt_count (window_start);

create table email_code (
  code_sha256 bytea primary key,
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'modify_email')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_code_account on email_code (account_id, purpose);

-- One row for each unordered pair (rules §8); no row means no partnership.
create table partnership (
  low_id uuid not null references organization,
  high_id uuid not null references organization,
  status text not null check (status in ('requested', 'partner')),
  requested_by uuid not null references organization,
  message text not null default '',
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (low_id, high_id),
  check (low_id < high_id),
  check (requested_by in (low_id, high_id)),
  check ((status = 'partner') = (decided_at is not null))
);
create index partnership_high on partnership (high_id);

create table orders (
  id uuid primary key,
  number text not null unique,
  clinic_id uuid not null references organization,
  lab_id uuid references organization,
  status text not null default 'scanned'
    check (status in ('scanned', 'uploaded', 'pending', 'accepted', 'shipped', 'completed', 'rejected')),
  type smallint not null check (type in (0, 1, 2, 7)),
  version int not null default 1,
  patient_name text not null check (patient_name <> ''),
  doctor text not null default '',
  scan_date date,
  delivery_on date,
  is_delivery_confirmed boolean not null default false,
  equipment_number text not null default '',
  software_version text not null default '',
  other_requirements text not null default '',
  remark text not null default '',
  sender_account_id uuid references account,
  sender_name text not null default '',
  updater_name text not null default '',
  operator text not null default '',
  express_number text,
  carrier text not null default '',
  tracking_note text not null default '',
  -- deferred send: its laboratory, and the account that requested it
  send_waiting_lab_id uuid references organization,
  send_waiting_account_id uuid references account,
  has_no_scans boolean not null default false,
  created_by uuid not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  discarded_at timestamptz,
  -- progress of the clinic's files, updated in the statements that change them
  files_total int not null default 0 check (files_total >= 0),
  files_verified int not null default 0 check (files_verified between 0 and files_total),
  bytes_total bigint not null default 0 check (bytes_total >= 0),
  bytes_received bigint not null default 0 check (bytes_received >= 0),
  search_text text generated always as (lower(number || ' ' || patient_name || ' ' || doctor)) stored,
  search_pairs text[] generated always as (text_pairs(patient_name || ' ' || doctor)) stored,
  check (status in ('scanned', 'uploaded') or lab_id is not null),
  check (send_waiting_lab_id is null or status = 'scanned'),
  check (discarded_at is null or status in ('scanned', 'uploaded', 'rejected'))
);
create index orders_clinic_created on orders (clinic_id, created_at desc, id desc) where discarded_at is null;
create index orders_clinic_status_created on orders (clinic_id, status, created_at desc, id desc) where discarded_at is null;
create index orders_clinic_updated on orders (clinic_id, updated_at desc, id desc) where discarded_at is null;
create index orders_clinic_delivery on orders (clinic_id, delivery_on, id) where discarded_at is null;
create index orders_clinic_number on orders (clinic_id, number, id) where discarded_at is null;
create index orders_lab_created on orders (lab_id, created_at desc, id desc) where discarded_at is null and lab_id is not null;
create index orders_lab_status_created on orders (lab_id, status, created_at desc, id desc) where discarded_at is null and lab_id is not null;
create index orders_lab_updated on orders (lab_id, updated_at desc, id desc) where discarded_at is null and lab_id is not null;
create index orders_lab_delivery on orders (lab_id, delivery_on, id) where discarded_at is null and lab_id is not null;
create index orders_lab_number on orders (lab_id, number, id) where discarded_at is null and lab_id is not null;
create index orders_clinic_text on orders using gin (clinic_id, search_text gin_trgm_ops) with (fastupdate = off);
create index orders_lab_text on orders using gin (lab_id, search_text gin_trgm_ops) with (fastupdate = off);
create index orders_clinic_pairs on orders using gin (clinic_id, search_pairs) with (fastupdate = off);
create index orders_lab_pairs on orders using gin (lab_id, search_pairs) with (fastupdate = off);

-- A laboratory's record of orders withdrawn from it: number, clinic and dates only (rules §5).
create table order_withdrawal (
  lab_id uuid not null references organization,
  order_id uuid not null references orders,
  order_created_at timestamptz not null,
  withdrawn_at timestamptz not null default now(),
  primary key (lab_id, order_id)
);
create index order_withdrawal_list on order_withdrawal (lab_id, order_created_at desc, order_id desc);

-- Individuals with whom a case is shared (rules §4).
create table order_share (
  order_id uuid not null references orders,
  account_id uuid not null references account,
  may_download boolean not null,
  shared_at timestamptz not null default now(),
  primary key (order_id, account_id)
);
create index order_share_account on order_share (account_id);

create table order_event (
  id uuid primary key,
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  kind text not null,
  from_status text,
  to_status text,
  account_id uuid references account,
  account_name text not null,
  organization_id uuid references organization,
  organization_name text not null,
  note text not null default '',
  reason text,
  delivery_on date,
  express_number text,
  -- the only laboratory that may read the step; null if every laboratory of the order may read it
  lab_id uuid references organization
);
create index order_event_order on order_event (order_id, at, id);

create table order_file (
  id uuid primary key,
  order_id uuid not null references orders,
  organization_id uuid not null references organization,
  account_id uuid not null references account,
  account_name text not null,
  party text not null check (party in ('clinic', 'lab')),
  name text not null,
  role text not null,
  kind text,
  state text not null default 'announced' check (state in ('announced', 'uploading', 'received', 'verified', 'refused')),
  refusal text,
  size_bytes bigint not null check (size_bytes > 0),
  -- acknowledged bytes; the file on disk has at least as many
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  sha256 bytea check (octet_length(sha256) = 32),
  crc32 bigint check (crc32 between 0 and 4294967295),
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  expires_at timestamptz,
  removed_at timestamptz,
  check ((state = 'verified') <= (sha256 is not null and crc32 is not null and kind is not null))
);
create index order_file_order on order_file (order_id) where removed_at is null;
create index order_file_content on order_file (sha256) where sha256 is not null;
create index order_file_unfinished on order_file (expires_at) where state in ('announced', 'uploading', 'received');

-- Number of orders of an organization by status, without deleted ones; updated in the statement of the change.
create table org_status_count (
  organization_id uuid not null references organization,
  status text not null,
  count bigint not null check (count >= 0),
  primary key (organization_id, status)
);

-- A trigger counts, so that no statement can omit it. Rows are updated in a fixed order, so that concurrent transitions do not
-- deadlock.
create function count_orders() returns trigger
  language plpgsql
  as $$
declare
  d record;
begin
  for d in
    select organization_id, status, sum(delta)::bigint as delta from (
      select new.clinic_id as organization_id, new.status, 1 as delta where new.discarded_at is null
      union all select new.lab_id, new.status, 1 where new.discarded_at is null
      union all select old.clinic_id, old.status, -1 where tg_op = 'UPDATE' and old.discarded_at is null
      union all select old.lab_id, old.status, -1 where tg_op = 'UPDATE' and old.discarded_at is null
    ) t where organization_id is not null group by 1, 2 having sum(delta) <> 0 order by 1, 2
  loop
    if d.delta > 0 then
      insert into org_status_count as c (organization_id, status, count) values (d.organization_id, d.status, d.delta)
      on conflict (organization_id, status) do update set count = c.count + excluded.count;
    else
      update org_status_count c set count = c.count + d.delta
      where (c.organization_id, c.status) = (d.organization_id, d.status);
    end if;
  end loop;
  return null;
end $$;
create trigger orders_count_insert after insert on orders for each row execute function count_orders();
create trigger orders_count_update after update on orders for each row
  when (old.status is distinct from new.status or old.lab_id is distinct from new.lab_id
        or old.discarded_at is distinct from new.discarded_at)
  execute function count_orders();

create table download_ticket (
  ticket_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  order_id uuid not null references orders,
  file_id uuid references order_file,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  expires_at timestamptz not null
);
create index download_ticket_expires on download_ticket (expires_at);

create table preview_link (
  id uuid primary key,
  order_id uuid not null references orders,
  organization_id uuid not null references organization,
  created_by uuid not null references account,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views int not null default 0
);
create index preview_link_order on preview_link (order_id);

-- Replies of writes with an Idempotency-Key, for 24 hours. status null: still running.
create table idempotency_key (
  account_id uuid not null references account on delete cascade,
  key text not null,
  request_sha256 bytea not null,
  status smallint,
  reply text,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- Append-only for the application role; a job seals rows in batches (hash of the rows and of the previous seal).
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  account_id uuid,
  account_name text not null default '',
  organization_id uuid,
  action text not null,
  object_type text not null,
  object_id text not null,
  -- organizations whose data the action concerned, in addition to the organization of the actor
  subject_organization_ids uuid[] not null default '{}',
  address text not null default '',
  request_id text not null default '',
  detail jsonb not null default '{}'
);
create index audit_object on audit (object_type, object_id);
create index audit_subject on audit using gin (subject_organization_ids);

create table audit_seal (
  last_audit_id bigint primary key,
  sealed_at timestamptz not null default clock_timestamp(),
  rows int not null,
  sha256 bytea not null
);

-- Mails and SMS of the demo mode, which are stored instead of sent.
create table development_message (
  id uuid primary key,
  kind text not null check (kind in ('mail', 'sms')),
  sent_at timestamptz not null default now(),
  recipient text not null,
  subject text not null default '',
  body_text text not null,
  body_html text not null default '',
  links text[] not null default '{}'
);
create index development_message_recent on development_message (kind, sent_at desc, id desc);

grant usage on schema public to pontic_app;
grant select, insert, update, delete on all tables in schema public to pontic_app;
revoke update, delete on audit, audit_seal from pontic_app;
