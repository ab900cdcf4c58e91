-- no transaction
-- Moves the counts of slots 16 to 63 to slot 0, one organization per transaction. Steps of cases wait at most for
-- one of these transactions. Each locks the rows in the order of status and slot, like steps do.

do $$
declare
  organization uuid;
begin
  for organization in select distinct organization_id from org_status_slot where slot > 15 loop
    with locked as materialized (
      select status, slot from org_status_slot where organization_id = organization and slot > 15 order by status, slot for update
    ), moved as (
      delete from org_status_slot c using locked l
      where c.organization_id = organization and c.status = l.status and c.slot = l.slot returning c.status, c.count
    )
    insert into org_status_slot as c (organization_id, status, slot, count)
    select organization, status, 0, sum(count) from moved group by status order by status
    on conflict (organization_id, status, slot) do update set count = c.count + excluded.count;
    commit;
  end loop;
end $$;

do $$
begin
  with locked as materialized (
    select status, slot from platform_status_count where slot > 15 order by status, slot for update
  ), moved as (
    delete from platform_status_count c using locked l where c.status = l.status and c.slot = l.slot returning c.status, c.count
  )
  insert into platform_status_count as c (slot, status, count)
  select 0, status, sum(count) from moved group by status order by status
  on conflict (slot, status) do update set count = c.count + excluded.count;
end $$;

-- The list of late cases of all organizations, newest first. The index contains the delivery day, so that PostgreSQL skips the
-- newest cases, which are not late, without reading their rows.
drop index concurrently if exists orders_active_created;

create index concurrently orders_active_created on orders (created_at desc, id desc, delivery_on)
  where discarded_at is null and status in ('scanned', 'uploaded', 'pending', 'accepted', 'rejected');
