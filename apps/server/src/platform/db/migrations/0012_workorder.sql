-- Support requests: types with their operators, requests, and the communication record, which is also their timeline.

-- Platform users who handle requests.
create table work_order_operator (
  account_id uuid primary key references account on delete cascade,
  created_at timestamptz not null
);

create table work_order_type (
  id uuid primary key,
  -- set for a type that every installation has initially; its name is translated until the type is renamed
  code text check (code in ('system_issue', 'ui_issue', 'test_work_order_type', 'test_type')),
  name text not null check (char_length(name) between 2 and 50),
  operator_id uuid references work_order_operator on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index work_order_type_name on work_order_type (lower(name)) where deleted_at is null;

insert into work_order_type (id, code, name) values
  ('01937a00-0000-7000-8000-000000000001', 'system_issue', 'System issue'),
  ('01937a00-0000-7000-8000-000000000002', 'ui_issue', 'UI issue'),
  ('01937a00-0000-7000-8000-000000000003', 'test_work_order_type', 'Test work order type'),
  ('01937a00-0000-7000-8000-000000000004', 'test_type', 'Test type');

create table work_order (
  id uuid primary key,
  number text not null unique,
  organization_id uuid not null references organization,
  submitter_id uuid not null references account,
  type_id uuid not null references work_order_type,
  priority text not null check (priority in ('normal', 'important', 'critical')),
  title text not null,
  content text not null,
  request_number text,
  contact_phone text,
  image_id uuid unique references image on delete set null,
  status text not null check (
    status in ('submitted', 'assigned', 'in_progress', 'processed', 'resolved', 'unresolved', 'closed')),
  -- the operator, which a request keeps in a final status; a submitted request has none
  operator_id uuid references account,
  version int not null default 1,
  submitted_at timestamptz not null,
  updated_at timestamptz not null,
  -- null if the server made the last change
  updated_by uuid references account,
  processed_at timestamptz,
  announced_at timestamptz,
  check (status <> 'submitted' or operator_id is null)
);
create index work_order_list on work_order (updated_at desc, id desc);
create index work_order_organization on work_order (organization_id, updated_at desc);
create index work_order_submitter on work_order (submitter_id, updated_at desc);
create index work_order_operator_list on work_order (operator_id, updated_at desc) where operator_id is not null;
create index work_order_type_open on work_order (type_id)
  where status not in ('resolved', 'unresolved', 'closed');
create index work_order_waiting on work_order (processed_at) where status = 'processed';

-- Replies and steps in order of time.
create table work_order_record (
  id uuid primary key,
  work_order_id uuid not null references work_order on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('submit', 'assign', 'release', 'reply', 'processed', 'announce', 'resolved',
    'unresolved', 'close')),
  -- null for an automatic step of the server
  account_id uuid references account,
  side text not null check (side in ('submitter', 'platform')),
  to_status text not null,
  -- the operator to whom this step assigned the request
  operator_id uuid references account,
  body text not null default '',
  image_id uuid unique references image on delete set null
);
create index work_order_record_list on work_order_record (work_order_id, at, id);

-- How far an account has read a request's record.
create table work_order_read (
  work_order_id uuid not null references work_order on delete cascade,
  account_id uuid not null references account on delete cascade,
  read_to timestamptz not null,
  primary key (work_order_id, account_id)
);

alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check
  check (purpose in ('avatar', 'logo', 'cover', 'message', 'workorder'));

alter table notification add column work_order_id uuid references work_order on delete cascade;
-- Unread replies are grouped in one row, like messages of a case.
create unique index notification_gathered_replies on notification (account_id, work_order_id)
  where kind = 'workorder_replies' and read_at is null;

grant select, insert, update, delete on work_order_operator, work_order_type, work_order, work_order_record,
  work_order_read to pontic_app;
