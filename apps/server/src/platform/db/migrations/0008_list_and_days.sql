-- Delivery days and their risk, counters by day, saved views, exports of the list.

-- The first day on which the delivery day is at risk, by the calendar of the laboratory; updated with the day and the status.
-- Null without a delivery day and after the case is shipped.
alter table orders add column at_risk_on date;
create index orders_clinic_due on orders (clinic_id, delivery_on, id)
  where discarded_at is null and status in ('scanned', 'uploaded', 'pending', 'accepted', 'rejected');
-- Cases at a laboratory, which the board counts by an index-only scan.
create index orders_lab_due on orders (lab_id, delivery_on, id)
  where discarded_at is null and status in ('pending', 'accepted');

create index orders_lab_status_due on orders (lab_id, status, delivery_on, id)
  where discarded_at is null and status in ('pending', 'accepted');
-- Orders that wait for a party: the same expressions as in the query, so that the planner uses the index.
create index orders_clinic_waiting on orders (clinic_id, created_at desc, id desc)
  where discarded_at is null
    and (question_waits_for = 'clinic' or (question_waits_for is null and status in ('uploaded', 'rejected')));
create index orders_lab_waiting on orders (lab_id, created_at desc, id desc)
  where discarded_at is null and (question_waits_for = 'lab' or (question_waits_for is null and status in ('pending')));

-- Computes the day of existing orders with the default working days, Monday to Friday. The next step of an
-- order updates it.
update orders o set at_risk_on = (
  select d::date from generate_series(o.delivery_on - 40, o.delivery_on, interval '1 day') d
  where extract(isodow from d) < 6 and (o.status <> 'accepted' or d < o.delivery_on)
  order by d desc
  offset case when o.status = 'accepted' then 0 when o.type = 2 then 9 when o.type = 7 then 6 else 4 end limit 1
) where delivery_on is not null and status in ('scanned', 'uploaded', 'pending', 'accepted', 'rejected');

-- Working days of a laboratory. A laboratory without a row has the default days.
create table lab_calendar (
  organization_id uuid primary key references organization,
  working_days smallint[] not null,
  holidays jsonb not null,
  usual_days jsonb not null,
  updated_at timestamptz not null
);

-- Numbers of orders by UTC day and quarter of an hour of their registration, without deleted orders. Days in
-- any time zone are computed from them. The nil UUID as scope has the totals of all clinics. upto: cumulative
-- numbers at the end of each quarter of an hour; the difference of two of them is the number for any part of
-- a day. by_type: one number per type, at index type + 1. detail: numbers by the key quarter × 8 + type.
create table order_day_count (
  scope_id uuid not null,
  day date not null,
  upto int[] not null default array_fill(0, array[96]),
  by_type int[] not null default array_fill(0, array[8]),
  detail jsonb not null default '{}',
  primary key (scope_id, day)
);

create function add_to_day(scope uuid, at timestamptz, order_type smallint, delta int) returns void
  language plpgsql
  as $$
declare
  utc timestamp := at at time zone 'utc';
  quarter int := extract(hour from utc)::int * 4 + extract(minute from utc)::int / 15;
  slot text := (quarter * 8 + order_type)::text;
begin
  insert into order_day_count (scope_id, day) values (scope, utc::date) on conflict do nothing;
  update order_day_count c set
    upto = array(select n + case when place > quarter then delta else 0 end
      from unnest(c.upto) with ordinality as u (n, place) order by place),
    by_type[order_type + 1] = c.by_type[order_type + 1] + delta,
    detail = case when coalesce((c.detail ->> slot)::int, 0) + delta = 0 then c.detail - slot
                  else jsonb_set(c.detail, array[slot], to_jsonb(coalesce((c.detail ->> slot)::int, 0) + delta)) end
  where c.scope_id = scope and c.day = utc::date;
end $$;

create function count_order_day() returns trigger
  language plpgsql
  as $$
declare
  scope uuid := case when tg_argv[0] = 'all' then '00000000-0000-0000-0000-000000000000' else new.clinic_id end;
begin
  if tg_op = 'UPDATE' and old.discarded_at is null then
    perform add_to_day(scope, old.created_at, old.type, -1);
  end if;
  if new.discarded_at is null then
    perform add_to_day(scope, new.created_at, new.type, 1);
  end if;
  return null;
end $$;
create trigger orders_count_day_insert after insert on orders for each row execute function count_order_day('own');
create trigger orders_count_day_update after update on orders for each row
  when (old.type is distinct from new.type or (old.discarded_at is null) <> (new.discarded_at is null))
  execute function count_order_day('own');
-- All transactions share one row per day: it is written at the end of a transaction, to keep the lock short.
create constraint trigger orders_count_all_insert after insert on orders deferrable initially deferred for each row
  execute function count_order_day('all');
create constraint trigger orders_count_all_update after update on orders deferrable initially deferred for each row
  when (old.type is distinct from new.type or (old.discarded_at is null) <> (new.discarded_at is null))
  execute function count_order_day('all');

-- Computes the same numbers from the orders, to fill the table and to check it in tests.
create function recount_order_days()
  returns table (scope_id uuid, day date, upto int[], by_type int[], detail jsonb)
  language sql stable
  as $$
with slot as (
  select o.scope_id, (o.at at time zone 'utc')::date as day, o.type,
    extract(hour from o.at at time zone 'utc')::int * 4 + extract(minute from o.at at time zone 'utc')::int / 15 as quarter,
    count(*)::int as count
  from (
    select clinic_id as scope_id, created_at as at, type from orders where discarded_at is null
    union all
    select '00000000-0000-0000-0000-000000000000', created_at, type from orders where discarded_at is null
  ) o group by 1, 2, 3, 4
), a_day as (
  select s.scope_id, s.day, jsonb_object_agg((s.quarter * 8 + s.type)::text, s.count) as detail from slot s group by 1, 2
), by_quarter as (
  select p.scope_id, p.day, array_agg(p.upto order by p.place) as counts from (
    select d.scope_id, d.day, place,
      (sum(coalesce(s.count, 0)) over (partition by d.scope_id, d.day order by place))::int as upto
    from a_day d cross join generate_series(0, 95) place
    left join (select scope_id, day, quarter, sum(count)::int as count from slot group by 1, 2, 3) s
      on (s.scope_id, s.day, s.quarter) = (d.scope_id, d.day, place)
  ) p group by 1, 2
), by_kind as (
  select d.scope_id, d.day, array_agg(coalesce(s.count, 0) order by place) as counts
  from a_day d cross join generate_series(0, 7) place
  left join (select scope_id, day, type, sum(count)::int as count from slot group by 1, 2, 3) s
    on (s.scope_id, s.day, s.type) = (d.scope_id, d.day, place)
  group by 1, 2
)
select d.scope_id, d.day, q.counts, t.counts, d.detail
from a_day d join by_quarter q using (scope_id, day) join by_kind t using (scope_id, day)
$$;

insert into order_day_count select * from recount_order_days();

-- A saved view of the list: filters, columns and layout under a name.
create table saved_view (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_view_account on saved_view (account_id, created_at, id);

-- A ticket for a download of the list by the browser, with the query of the list and the session of the
-- reader.
create table order_export (
  ticket_sha256 bytea primary key,
  session_id uuid not null references session on delete cascade,
  query jsonb not null,
  language text not null,
  zone text not null,
  created_at timestamptz not null
);
create index order_export_created on order_export (created_at);

grant select, insert, update, delete on lab_calendar, order_day_count, saved_view, order_export to pontic_app;
