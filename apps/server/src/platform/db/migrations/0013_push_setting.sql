-- Push settings, the organizations that use them, and the log of their deliveries.

create table push_setting (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 60),
  kind text not null check (kind in ('webhook', 'sftp', 's3', 'folder')),
  address text not null,
  folder text not null,
  bucket text,
  region text,
  user_name text,
  host_fingerprint text,
  -- encrypted with the installation's key; secret_names lists the existing secrets
  secrets bytea,
  secret_names text[] not null,
  events text[] not null check (cardinality(events) > 0),
  format text not null check (format in ('pontic', 'exocad', 'fhir', 'files')),
  includes_files boolean not null,
  is_enabled boolean not null,
  -- why the portal has switched it off
  switched_off_because text check (switched_off_because in ('gone')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (is_enabled = false or (switched_off_because is null and deleted_at is null))
);
create unique index push_setting_name on push_setting (lower(name)) where deleted_at is null;

create table push_setting_organization (
  setting_id uuid not null references push_setting on delete cascade,
  organization_id uuid not null references organization on delete cascade,
  primary key (organization_id, setting_id)
);
create index push_setting_organization_setting on push_setting_organization (setting_id);

-- Delivery of a step of a case to one setting for one organization. The row has no patient data, because the
-- content is read at each attempt.
create table push_delivery (
  id uuid primary key,
  setting_id uuid not null references push_setting on delete cascade,
  -- a test has neither organization nor case
  organization_id uuid references organization on delete cascade,
  order_id uuid references orders on delete cascade,
  order_event_id uuid references order_event on delete cascade,
  event text,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts int not null default 0,
  last_status int,
  -- a key of the error catalogue, and values for its text
  last_error text,
  last_error_params jsonb not null default '{}',
  created_at timestamptz not null,
  retry_until timestamptz not null,
  -- null once the delivery has ended
  next_at timestamptz,
  ended_at timestamptz,
  check ((state = 'waiting') = (next_at is not null)),
  check ((state = 'waiting') = (ended_at is null)),
  check ((organization_id is null) = (event is null) and (order_id is null) = (event is null)
    and (order_event_id is null) = (event is null))
);
create index push_delivery_list on push_delivery (created_at desc, id desc);
create index push_delivery_setting on push_delivery (setting_id, created_at desc, id desc);
create index push_delivery_state on push_delivery (state, created_at desc, id desc) where state <> 'delivered';
create index push_delivery_due on push_delivery (next_at) where state = 'waiting';
create index push_delivery_order on push_delivery (order_id);
create index push_delivery_order_event on push_delivery (order_event_id);
create index push_delivery_organization on push_delivery (organization_id, created_at desc, id desc);

create table push_attempt (
  delivery_id uuid not null references push_delivery on delete cascade,
  place int not null,
  at timestamptz not null,
  took_ms int not null,
  status int,
  error text,
  error_params jsonb not null default '{}',
  -- the beginning of a webhook's response
  answer text not null,
  primary key (delivery_id, place)
);

grant select, insert, update, delete on push_setting, push_setting_organization, push_delivery, push_attempt
  to pontic_app;
