-- no transaction
-- Counters of a laboratory's received and shipped orders, and the time at which a file last received bytes (decision 0059). Each
-- statement may run again.

alter table order_file add column if not exists progressed_at timestamptz;

drop index concurrently if exists order_file_stopped;

-- Unfinished files of an organization, for the group of stopped uploads. The time is not in the index, because an update of an
-- indexed column would write all indexes of the table with each chunk.
create index concurrently order_file_stopped on order_file (organization_id, order_id)
  where state in ('announced', 'uploading', 'received') and removed_at is null;

-- Orders that clinics sent to a laboratory, by quarter of an hour. A connection adds to the row of its slot, like
-- `org_status_slot`. Slot -1 has the orders from before this migration.
create table if not exists lab_received_count (
  lab_id uuid not null,
  at timestamptz not null,
  slot smallint not null,
  count int not null,
  primary key (lab_id, at, slot)
);

-- Orders that a laboratory shipped, by quarter of an hour, type and delivery day (`infinity` for none). `seconds` is the sum of the
-- times from sending to shipping.
create table if not exists lab_shipped_count (
  lab_id uuid not null,
  at timestamptz not null,
  type smallint not null,
  due_on date not null,
  slot smallint not null,
  count int not null,
  seconds bigint not null,
  primary key (lab_id, at, type, due_on, slot)
);

grant select, insert, update, delete on lab_received_count, lab_shipped_count to pontic_app;

-- What the timeline entries from before a moment count. An order that the clinic confirmed without a shipment counts as shipped
-- then. Type and delivery day can't change after a shipment.
create or replace function recount_received(before timestamptz)
  returns table (lab_id uuid, at timestamptz, count bigint)
  language sql stable
  as $$
  select e.lab_id, date_bin('15 minutes', e.at, '2000-01-01 00:00+00'), count(*) from order_event e
  where e.to_status = 'pending' and e.from_status is distinct from e.to_status and e.lab_id is not null and e.at < before
  group by 1, 2
$$;

create or replace function recount_shipped(before timestamptz)
  returns table (lab_id uuid, at timestamptz, type smallint, due_on date, count bigint, seconds bigint)
  language sql stable
  as $$
  select o.lab_id, date_bin('15 minutes', e.at, '2000-01-01 00:00+00'), o.type, coalesce(o.delivery_on, 'infinity'), count(*),
    sum(greatest(extract(epoch from e.at - coalesce(o.sent_at, e.at)), 0)::bigint)::bigint
  from order_event e join orders o on o.id = e.order_id
  where (e.to_status = 'shipped' or e.to_status = 'completed' and e.from_status = 'accepted')
    and e.from_status is distinct from e.to_status and o.lab_id is not null and e.at < before
  group by 1, 2, 3, 4
$$;

create or replace function count_production() returns trigger
  language plpgsql
  as $$
begin
  if new.to_status = 'pending' then
    insert into lab_received_count as c (lab_id, at, slot, count)
    values (new.lab_id, date_bin('15 minutes', new.at, '2000-01-01 00:00+00'), pg_backend_pid() % 64, 1)
    on conflict (lab_id, at, slot) do update set count = c.count + 1;
    return null;
  end if;
  insert into lab_shipped_count as c (lab_id, at, type, due_on, slot, count, seconds)
  select o.lab_id, date_bin('15 minutes', new.at, '2000-01-01 00:00+00'), o.type, coalesce(o.delivery_on, 'infinity'),
    pg_backend_pid() % 64, 1, greatest(extract(epoch from new.at - coalesce(o.sent_at, new.at)), 0)::bigint
  from orders o where o.id = new.order_id and o.lab_id is not null
  on conflict (lab_id, at, type, due_on, slot) do update set count = c.count + 1, seconds = c.seconds + excluded.seconds;
  return null;
end $$;

-- The moment from which the trigger counts. While the trigger is created, no transaction is writing timeline entries.
create table if not exists lab_count_start (
  id smallint primary key default 1 check (id = 1),
  at timestamptz not null
);
grant select on lab_count_start to pontic_app;

do $$
begin
  set local lock_timeout = 500;
  if exists (select 1 from lab_count_start) then return; end if;
  lock table order_event in share row exclusive mode;
  create trigger order_event_count after insert on order_event for each row
    when (new.from_status is distinct from new.to_status and (new.to_status = 'pending' and new.lab_id is not null
      or new.to_status = 'shipped' or new.to_status = 'completed' and new.from_status = 'accepted'))
    execute function count_production();
  insert into lab_count_start (at) values (clock_timestamp());
end $$;

-- Reads the older entries without a lock on them. The trigger writes other slots.
with start as (
  select at from lab_count_start
)
insert into lab_received_count (lab_id, at, slot, count)
  select r.lab_id, r.at, -1, r.count from start, recount_received(start.at) r
on conflict (lab_id, at, slot) do update set count = excluded.count;

with start as (
  select at from lab_count_start
)
insert into lab_shipped_count (lab_id, at, type, due_on, slot, count, seconds)
  select s.lab_id, s.at, s.type, s.due_on, -1, s.count, s.seconds from start, recount_shipped(start.at) s
on conflict (lab_id, at, type, due_on, slot) do update set count = excluded.count, seconds = excluded.seconds;
