-- The audit log and its concerned ids are partitioned by month (decision 0085). The present tables become the first partitions: their
-- constraints prove that all rows are before the bound, so nothing is scanned while the tables are locked.

lock table audit, audit_concern in access exclusive mode;

alter table audit rename to audit_first;
alter table audit_concern rename to audit_concern_first;
alter table audit_first drop constraint audit_pkey;
alter table audit_first add constraint audit_first_pkey primary key using index audit_month_key;
alter index audit_concern_pkey rename to audit_concern_first_pkey;
alter index audit_at rename to audit_first_at;
alter index audit_account rename to audit_first_account;
alter index audit_action rename to audit_first_action;
alter index audit_organization rename to audit_first_organization;
alter index audit_object rename to audit_first_object;
alter index audit_request rename to audit_first_request;
drop trigger audit_note_concerns on audit_first;
-- PostgreSQL before 17 has no identity columns in partitioned tables. The application role may not insert ids: it has no
-- privilege on the column.
do $$
declare
  next_id bigint := nextval('audit_id_seq');
begin
  alter table audit_first alter id drop identity;
  execute format('create sequence audit_id_seq start %s', next_id);
end $$;

create table audit (
  id bigint not null default nextval('audit_id_seq'),
  at timestamptz not null default clock_timestamp(),
  account_id uuid,
  account_name text not null default '',
  organization_id uuid,
  action text not null,
  object_type text not null,
  object_id text not null,
  subject_organization_ids uuid[] not null default '{}',
  address text not null default '',
  request_id text not null default '',
  detail jsonb not null default '{}',
  primary key (id, at)
) partition by range (at);
alter sequence audit_id_seq owned by audit.id;
create index audit_at on audit (at desc, id desc);
create index audit_account on audit (account_id, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);
create index audit_organization on audit (organization_id, at desc, id desc);
create index audit_object on audit (object_type, object_id);
create index audit_request on audit (request_id);

create table audit_concern (
  concerned_id uuid not null,
  at timestamptz not null,
  audit_id bigint not null,
  primary key (concerned_id, at, audit_id)
) partition by range (at);

do $$
declare
  name text;
  bound text;
begin
  foreach name in array '{audit,audit_concern}'::text[] loop
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
      from pg_constraint where conname = name || '_before';
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, name || '_first', bound);
    execute format('alter table %I drop constraint %I', name || '_first', name || '_before');
    -- Takes the rows of months that have no partition yet, so that no insert fails. It is not a default partition, with which
    -- PostgreSQL would read every partition to sort a page by time.
    execute format('create table %I partition of %I for values from (%L) to (maxvalue)', name || '_later', name, bound);
  end loop;
end $$;

create trigger audit_note_concerns after insert on audit for each row execute function note_audit_concerns();

-- The partitions are read and written through the partitioned tables only.
revoke all on audit_first, audit_concern_first from pontic_app;
grant select, insert (at, account_id, account_name, organization_id, action, object_type, object_id, subject_organization_ids,
  address, request_id, detail) on audit to pontic_app;
grant select, insert on audit_concern to pontic_app;
grant usage on sequence audit_id_seq to pontic_app;

-- The partitions of the audit log with their upper bounds; null for the last one.
create function audit_months() returns table (name text, until timestamptz)
  language sql stable
  as $$
  select c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass
$$;

-- Creates the next partitions, until `ahead` months after the present one have some. They have one, three or twelve months, depending on
-- how much the log grows: each look-up that is not bound to a time opens all partitions, so there should be few. Rows of these months
-- in the last partitions are moved. Returns the first day, or null if nothing is missing. The application role may run this
-- function, but may not change the tables itself.
create function create_audit_months(ahead int) returns date
  language plpgsql security definer
  set search_path = public, pg_temp
  set timezone = 'UTC'
  set lock_timeout = '200ms'
  as $$
declare
  start timestamptz;
  finish timestamptz;
  rows_a_month bigint;
  parent text;
  created text;
  later text;
begin
  select max(until) into start from audit_months();
  if start > date_trunc('month', now()) + make_interval(months => ahead) then return null; end if;
  lock table audit, audit_concern in access exclusive mode;
  -- Another node may have created them during the wait.
  select max(until) into start from audit_months();
  if start > date_trunc('month', now()) + make_interval(months => ahead) then return null; end if;
  -- Ids are consecutive, so nothing is counted.
  rows_a_month := (select id from audit order by at desc, id desc limit 1)
    - coalesce((select id from audit where at < now() - interval '30 days' order by at desc, id desc limit 1), 0);
  finish := start + case when rows_a_month > 10000000 then interval '1 month' when rows_a_month > 2500000 then interval '3 months'
    else interval '1 year' end;
  foreach parent in array '{audit,audit_concern}'::text[] loop
    created := parent || to_char(start, '_YYYY_MM');
    later := parent || '_later';
    execute format('alter table %I detach partition %I', parent, later);
    execute format('create table %I (like %I including defaults)', created, parent);
    execute format('with moved as (delete from %I where at < %L returning *) insert into %I select * from moved',
      later, finish, created);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, created, start, finish);
    execute format('alter table %I attach partition %I for values from (%L) to (maxvalue)', parent, later, finish);
  end loop;
  return start::date;
end $$;

-- Collects the statistics of the partitioned tables, from which joins are planned. Autovacuum analyzes only the partitions.
create function analyze_audit() returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
begin
  analyze audit, audit_concern;
end $$;

revoke all on function create_audit_months(int), analyze_audit() from public;
grant execute on function create_audit_months(int), analyze_audit() to pontic_app;
