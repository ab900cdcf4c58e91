-- Pull settings, the documents and folders found at their sources, and the log of polls.

create table pull_setting (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 60),
  clinic_id uuid not null references organization on delete cascade,
  kind text not null check (kind in ('sftp', 's3', 'https', 'folder')),
  address text not null,
  folder text not null,
  bucket text,
  region text,
  user_name text,
  host_fingerprint text,
  -- encrypted with the installation's key; secret_names lists the existing secrets
  secrets bytea,
  secret_names text[] not null,
  format text not null,
  interval_minutes int not null check (interval_minutes between 1 and 10080),
  is_enabled boolean not null,
  created_at timestamptz not null,
  next_run_at timestamptz not null,
  deleted_at timestamptz,
  check (is_enabled = false or deleted_at is null)
);
create unique index pull_setting_name on pull_setting (lower(name)) where deleted_at is null;
create index pull_setting_due on pull_setting (next_run_at) where is_enabled and deleted_at is null;
create index pull_setting_clinic on pull_setting (clinic_id) where deleted_at is null;

create table pull_run (
  id uuid primary key,
  setting_id uuid not null references pull_setting on delete cascade,
  cause text not null check (cause in ('interval', 'demand', 'look')),
  started_at timestamptz not null,
  finished_at timestamptz,
  taken_count int not null default 0,
  waiting_count int not null default 0,
  refused_count int not null default 0,
  -- a key of the error catalogue
  failure text
);
create index pull_run_list on pull_run (setting_id, started_at desc, id desc);

-- Cases imported by a setting: one source id of one system becomes one case (rules §11).
create table pull_case (
  setting_id uuid not null references pull_setting on delete cascade,
  system text not null,
  source_id text not null check (char_length(source_id) between 1 and 120),
  order_id uuid not null references orders on delete cascade,
  taken_at timestamptz not null,
  primary key (setting_id, system, source_id)
);
create index pull_case_order on pull_case (order_id);

-- Documents and folders at the source, as of the last poll.
create table pull_item (
  id uuid primary key,
  setting_id uuid not null references pull_setting on delete cascade,
  path text not null,
  state text not null check (state in ('waiting', 'taken', 'refused')),
  reason text,
  detail text not null default '',
  -- hash of the names, sizes and modification times of all files of the item
  fingerprint bytea not null,
  -- hash for the document, folder or archive alone; it identifies an imported case
  head_fingerprint bytea not null,
  system text,
  order_id uuid references orders on delete set null,
  first_seen_at timestamptz not null,
  -- when this fingerprint was first seen
  unchanged_since timestamptz not null,
  seen_at timestamptz not null,
  -- uploads of the files that are being fetched; if the node dies, the next run deletes them
  upload_ids uuid[] not null default '{}',
  check ((state = 'taken') = (reason is null))
);
create unique index pull_item_path on pull_item (setting_id, path);
create index pull_item_list on pull_item (setting_id, seen_at desc, id desc);
create index pull_item_seen on pull_item (seen_at desc, id desc);
create index pull_item_order on pull_item (order_id);

grant select, insert, update, delete on pull_setting, pull_run, pull_case, pull_item to pontic_app;
