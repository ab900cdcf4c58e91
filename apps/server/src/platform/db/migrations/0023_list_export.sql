-- One kind of ticket for all lists that leave as CSV. Those of before were good for minutes: whoever holds one presses again.
create table list_export (
  ticket_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  list text not null,
  query jsonb not null,
  language text not null,
  zone text not null,
  created_at timestamptz not null
);
create index list_export_created on list_export (created_at);
grant select, insert, update, delete on list_export to pontic_app;
drop table order_export, manage_export, audit_export;
