-- The back office: bans and deletions by the platform, and how long they can be undone.

-- Only the platform lifts its bans and restores what it has deleted.
alter table account add column is_banned boolean not null default false;
alter table account add column is_deleted_by_platform boolean not null default false;
alter table account add constraint account_banned_check check (not is_banned or disabled_at is not null);

-- Names and addresses are erased 30 days after the organization was deleted; the row remains, because cases refer to it.
alter table organization add column erased_at timestamptz;

-- A case deleted by the platform is hidden like one deleted by its clinic, whatever its status.
alter table orders add column deleted_at timestamptz;
alter table orders add column deleted_by uuid references account;
alter table orders drop constraint orders_check3;
alter table orders add constraint orders_check3
  check (discarded_at is null or deleted_at is not null or status in ('scanned', 'uploaded', 'rejected'));
alter table orders add constraint orders_deleted_check check (deleted_at is null or discarded_at is not null);
create index orders_deleted on orders (deleted_at desc, id desc) where deleted_at is not null;

-- The platform's lists: cases of all clinics, organizations and users by name and by age.
create index orders_created on orders (created_at desc, id desc) where discarded_at is null;
create index orders_status_created on orders (status, created_at desc, id desc) where discarded_at is null;
create index organization_by_name on organization (lower(name), id);
create index organization_registered on organization (registered_at desc, id desc);
create index organization_deleted on organization (deleted_at) where deleted_at is not null and erased_at is null;
create index account_by_name on account (lower(name), id);
create index account_created on account (created_at desc, id desc);
create index account_search on account using gin (lower(name || ' ' || email) gin_trgm_ops) with (fastupdate = off);

-- Tickets for downloads of these lists by the browser.
create table manage_export (
  ticket_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  query jsonb not null,
  language text not null,
  zone text not null,
  created_at timestamptz not null
);
create index manage_export_created on manage_export (created_at);

grant select, insert, update, delete on manage_export to pontic_app;
