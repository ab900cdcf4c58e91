-- Prescriptions as codes, templates and preferences of people, and requirements of laboratories.

-- A prescription is not in the order's row, because lists of orders do not read it.
create table prescription (
  order_id uuid primary key references orders on delete cascade,
  -- a value of the contract's schema `Prescription`
  body jsonb not null,
  updated_by uuid references account on delete set null,
  updated_at timestamptz not null default now()
);

create table prescription_template (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null references account on delete cascade,
  account_name text not null,
  is_shared boolean not null,
  name text not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Names are unique among a person's templates of one type of order.
create unique index prescription_template_name on prescription_template (account_id, (body ->> 'type'), name);
create index prescription_template_shared on prescription_template (organization_id) where is_shared;

-- Preferences for new cases, of one person or of an organization.
create table prescription_preferences (
  account_id uuid unique references account on delete cascade,
  organization_id uuid unique references organization on delete cascade,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(account_id, organization_id) = 1)
);

-- Requirements of a laboratory in addition to the general ones.
create table laboratory_requirements (
  organization_id uuid primary key references organization on delete cascade,
  requirements text[] not null,
  updated_at timestamptz not null default now()
);

grant select, insert, update, delete
  on prescription, prescription_template, prescription_preferences, laboratory_requirements to pontic_app;
