-- no transaction
-- Prepares the audit log for partitions by month (decision 0085) while rows are inserted. Each statement may run again.

-- The present tables become the partitions of all time before the bound. It is two to three months ahead, so that an upgrade that is
-- interrupted here and continued within this time refuses no insert.
set lock_timeout = '500ms';

do $$
declare
  bound timestamptz;
  name text;
begin
  select (date_trunc('month', greatest(now(), max(at)) at time zone 'utc') + interval '3 months') at time zone 'utc'
    into bound from audit;
  foreach name in array '{audit,audit_concern}'::text[] loop
    execute format('alter table %I drop constraint if exists %I, add constraint %I check (at < %L) not valid',
      name, name || '_before', name || '_before', bound);
  end loop;
end $$;

-- The statements below wait for a lock that does not block reads and writes.
reset lock_timeout;

alter table audit validate constraint audit_before;

alter table audit_concern validate constraint audit_concern_before;

drop index concurrently if exists audit_month_key;

-- A key of a partitioned table contains the column of the partitions.
create unique index concurrently audit_month_key on audit (id, at);
