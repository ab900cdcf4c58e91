-- Search, export and checks of the audit log, and the health of outbound channels.

create index audit_at on audit (at desc, id desc);
create index audit_account on audit (account_id, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);
create index audit_organization on audit (organization_id, at desc, id desc);
create index audit_request on audit (request_id);
-- The table `audit_concern` replaces this index. It lists the rows in order of time.
drop index audit_subject;

-- What an audit row concerns: the actor's organization, the organizations whose data or people it affects, the
-- object of the row, and cases. With this table, the rows about an organization or a case are read in order of
-- time, however long the log is.
create table audit_concern (
  concerned_id uuid not null,
  at timestamptz not null,
  audit_id bigint not null,
  primary key (concerned_id, at, audit_id)
);

create function audit_concerns(entry audit) returns setof uuid
  language sql immutable
  as $$
  select distinct named.id::uuid
  from (
    select unnest(entry.subject_organization_ids)::text as id
    union all select entry.organization_id::text
    union all select entry.object_id
    union all select entry.detail ->> 'orderId'
    union all select jsonb_array_elements_text(
      case when jsonb_typeof(entry.detail -> 'orderIds') = 'array' then entry.detail -> 'orderIds' else '[]' end)
  ) named
  where named.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

create function note_audit_concerns() returns trigger
  language plpgsql
  as $$
begin
  insert into audit_concern (concerned_id, at, audit_id) select s, new.at, new.id from audit_concerns(new) s;
  return null;
end $$;
create trigger audit_note_concerns after insert on audit for each row execute function note_audit_concerns();
insert into audit_concern (concerned_id, at, audit_id) select s, a.at, a.id from audit a, audit_concerns(a) s;

-- Results of the checks of all seals.
create table audit_check (
  id uuid primary key,
  checked_at timestamptz not null,
  -- The last row that this or an earlier check covered. If it is no longer sealed later, seals were removed from
  -- the end.
  checked_to bigint not null,
  broken_from bigint,
  broken_to bigint
);
create index audit_check_recent on audit_check (checked_at desc, id desc);

-- Tickets for downloads of the log by the browser.
create table audit_export (
  ticket_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  filter jsonb not null,
  language text not null,
  zone text not null,
  created_at timestamptz not null
);
create index audit_export_created on audit_export (created_at);

-- Health of an outbound channel: `mail`. A success after a success updates the row at most once a minute; a
-- failure, and the first success after it, always.
create table outlet_state (
  name text primary key,
  last_sent_at timestamptz,
  failing_since timestamptz,
  failure text
);

grant select, insert on audit_concern, audit_check to pontic_app;
grant select, insert, update, delete on audit_export, outlet_state to pontic_app;
