-- Counters by status have several rows. A transaction adds to one that no other transaction has locked, so that steps of one
-- organization do not wait for each other.

-- Waits until the transactions that change orders have ended, because they use the trigger functions that are replaced below.
lock table orders in share row exclusive mode;

alter table org_status_count rename to org_status_slot;
alter table org_status_slot drop constraint org_status_count_pkey, drop constraint org_status_count_count_check,
  add column slot smallint not null default 0, add primary key (organization_id, status, slot);
alter table org_status_slot rename constraint org_status_count_organization_id_fkey to org_status_slot_organization_id_fkey;

-- The number of orders by status. A single slot may be negative.
create view org_status_count as
  select organization_id, status, sum(count)::bigint as count from org_status_slot group by organization_id, status;
-- The version before deletes counters with their organization.
create rule org_status_count_delete as on delete to org_status_count do instead
  delete from org_status_slot where organization_id = old.organization_id and status = old.status;
grant select, delete on org_status_count to pontic_app;

create function add_to_status(organization uuid, order_status text, delta int) returns void
  language plpgsql
  as $$
declare
  free smallint;
begin
  select slot into free from org_status_slot where organization_id = organization and status = order_status
    order by slot limit 1 for no key update skip locked;
  if found then
    update org_status_slot set count = count + delta
    where organization_id = organization and status = order_status and slot = free;
  else
    insert into org_status_slot as c (organization_id, status, slot, count)
    values (organization, order_status, pg_backend_pid() % 64, delta)
    on conflict (organization_id, status, slot) do update set count = c.count + excluded.count;
  end if;
end $$;

create or replace function count_orders() returns trigger
  language plpgsql
  as $$
declare
  was_listed boolean := tg_op = 'UPDATE' and old.discarded_at is null;
  is_listed boolean := new.discarded_at is null;
  is_moved boolean := not (was_listed and is_listed) or old.status <> new.status;
begin
  if was_listed and is_moved then perform add_to_status(old.clinic_id, old.status, -1); end if;
  if is_listed and is_moved then perform add_to_status(new.clinic_id, new.status, 1); end if;
  if is_moved or old.lab_id is distinct from new.lab_id then
    if was_listed and old.lab_id is not null then perform add_to_status(old.lab_id, old.status, -1); end if;
    if is_listed and new.lab_id is not null then perform add_to_status(new.lab_id, new.status, 1); end if;
  end if;
  return null;
end $$;

create or replace function count_platform_orders() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'UPDATE' and old.discarded_at is null then
    insert into platform_status_count as c (slot, status, count) values (pg_backend_pid() % 64, old.status, -1)
    on conflict (slot, status) do update set count = c.count - 1;
  end if;
  if new.discarded_at is null then
    insert into platform_status_count as c (slot, status, count) values (pg_backend_pid() % 64, new.status, 1)
    on conflict (slot, status) do update set count = c.count + 1;
  end if;
  return null;
end $$;
