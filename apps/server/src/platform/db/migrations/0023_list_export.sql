-- One kind of ticket for all CSV exports. Earlier tickets were valid for minutes: their holders request another one.
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
