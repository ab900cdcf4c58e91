-- How often a user gets mails about cases, the mails that wait for the next digest, and push settings of organizations.

alter table account
  add column mail_frequency text not null default 'at_once'
    constraint account_mail_frequency check (mail_frequency in ('at_once', 'hourly', 'daily')),
  -- Time zone of the device on which the user chose the frequency. It applies while the account has no time zone of its own.
  add column mail_zone text;

-- The last mail about a case to an account. Its rows are deleted when they no longer delay a mail.
create table case_mail (
  account_id uuid not null references account on delete cascade,
  order_id uuid not null references orders on delete cascade,
  mailed_at timestamptz not null,
  primary key (account_id, order_id)
);
create index case_mail_by_order on case_mail (order_id);
create index case_mail_by_time on case_mail (mailed_at);

-- A mail about a case that waits for a digest. The parameters of the text are in the given language.
create table waiting_mail (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  order_id uuid not null references orders on delete cascade,
  template text not null,
  params jsonb not null,
  language text not null,
  link text not null,
  created_at timestamptz not null
);
create index waiting_mail_by_account on waiting_mail (account_id, order_id);
create index waiting_mail_by_order on waiting_mail (order_id);

grant select, insert, update, delete on case_mail, waiting_mail to pontic_app;

-- The organization that owns a push setting, null for the platform.
alter table push_setting
  add column organization_id uuid references organization on delete cascade,
  drop constraint push_setting_switched_off_because_check,
  add constraint push_setting_switched_off_because_check check (switched_off_because in ('gone', 'platform'));
alter table push_setting add constraint push_setting_own_kind check (organization_id is null or kind <> 'folder');
create index push_setting_by_organization on push_setting (organization_id) where organization_id is not null;
-- A name is unique among the settings of one owner.
drop index push_setting_name;
create unique index push_setting_name
  on push_setting (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where deleted_at is null;
