-- Erasure of patients, retention of cases, exports of patients.

-- When names, texts and files of a case were erased: on request, or after its retention.
alter table orders add column erased_at timestamptz;
-- Finds all cases with one patient name.
create index orders_clinic_patient on orders (clinic_id, lower(patient_name));
-- Cases that may be past their retention, oldest first.
create index orders_retained on orders (clinic_id, updated_at) where erased_at is null;

create table erasure (
  id uuid primary key,
  -- the clinic whose cases are erased
  organization_id uuid not null references organization,
  kind text not null check (kind in ('patient', 'retention')),
  -- the code that replaces the patient's name
  code text not null unique,
  -- the patient's name until the erasure is done or undone; null for an erasure after the retention, which
  -- can cover several patients
  patient_name text,
  requested_by uuid references account on delete set null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- copies at laboratories at the time of the request
  copies jsonb not null,
  undone_at timestamptz,
  undone_by_name text,
  done_at timestamptz,
  check (done_at is null or (undone_at is null and patient_name is null))
);
create index erasure_list on erasure (organization_id, requested_at desc, id desc);
create index erasure_due on erasure (due_at) where done_at is null and undone_at is null;

create table erasure_order (
  erasure_id uuid not null references erasure on delete cascade,
  order_id uuid not null references orders,
  -- the code that replaces the patient's name in this case; each patient has one code
  code text not null,
  primary key (erasure_id, order_id)
);
create index erasure_order_order on erasure_order (order_id);

-- Retention of finished cases in years. The nil UUID is the platform's row, the others are clinics'.
create table retention (
  scope_id uuid primary key,
  years smallint not null check (years between 1 and 100),
  implant_years smallint not null check (implant_years between 1 and 100),
  updated_at timestamptz not null
);

-- Tickets for downloads of a patient's data by the browser. They contain the ids of the cases, and not the
-- patient's name.
create table patient_export (
  ticket_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  organization_id uuid not null,
  order_ids uuid[] not null,
  created_at timestamptz not null
);
create index patient_export_created on patient_export (created_at);

grant select, insert, update, delete on erasure, erasure_order, retention, patient_export to pontic_app;

-- Transaction ids may be lower after a backup is restored into another cluster. `ahead` is then added to
-- them, so that the positions of changes continue to rise.
create table order_change_epoch (
  id smallint primary key default 1 check (id = 1),
  ahead bigint not null default 0
);
insert into order_change_epoch default values;
create function order_change_now() returns bigint
  language sql volatile
  as $$ select pg_current_xact_id()::text::bigint + (select ahead from order_change_epoch) $$;
alter table order_change alter column transaction set default order_change_now();
grant select, update on order_change_epoch to pontic_app;
