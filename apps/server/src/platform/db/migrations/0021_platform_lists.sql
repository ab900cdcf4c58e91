-- Counters and indexes with which the lists of the back office read no table completely.

-- Numbers of cases of all organizations by status. A single row would serialize all writers, so each writer
-- updates the row of its connection's slot. The sum over the slots is the number of cases. A single slot may
-- be negative.
create table platform_status_count (
  slot smallint not null,
  status text not null,
  count bigint not null,
  primary key (slot, status)
);
insert into platform_status_count (slot, status, count)
  select 0, status, count(*) from orders where discarded_at is null group by status;

create function count_platform_orders() returns trigger
  language plpgsql
  as $$
declare
  d record;
begin
  for d in
    select status, sum(delta)::bigint as delta from (
      select new.status, 1 as delta where new.discarded_at is null
      union all select old.status, -1 where tg_op = 'UPDATE' and old.discarded_at is null
    ) t group by 1 having sum(delta) <> 0 order by 1
  loop
    insert into platform_status_count as c (slot, status, count) values (pg_backend_pid() % 64, d.status, d.delta)
    on conflict (slot, status) do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;
create trigger orders_count_platform_insert after insert on orders for each row execute function count_platform_orders();
create trigger orders_count_platform_update after update on orders for each row
  when (old.status is distinct from new.status or (old.discarded_at is null) <> (new.discarded_at is null))
  execute function count_platform_orders();

create index orders_updated on orders (updated_at desc, id desc) where discarded_at is null;
create index orders_delivery on orders (delivery_on, id) where discarded_at is null;

-- Lists of organizations: index-only scans count a list, and partial indexes find the few banned and deleted
-- organizations.
drop index organization_by_name;
create index organization_by_name on organization (lower(name), id) where deleted_at is null;
create index organization_by_type on organization (business_type, lower(name), id);
create index organization_banned on organization (lower(name), id) where banned_at is not null;
create index organization_deleted_by_name on organization (lower(name), id) where deleted_at is not null;
create index organization_managed_text on organization
  using gin ((search_text || ' ' || lower(contact_person || ' ' || email)) gin_trgm_ops) with (fastupdate = off);
create index organization_managed_pairs on organization
  using gin (text_pairs(name || ' ' || address || ' ' || contact_person || ' ' || email)) with (fastupdate = off);

-- The same indexes for users.
drop index account_by_name;
create index account_by_name on account (lower(name), id) where deleted_at is null and not is_software;
drop index account_created;
create index account_created on account (created_at desc, id desc) where deleted_at is null and not is_software;
-- For counting the users of all organizations of a type.
create index account_listed_organization on account (organization_id) where deleted_at is null and not is_software;
create index account_deleted_by_name on account (lower(name), id) where deleted_at is not null;
create index account_banned on account (lower(name), id) where is_banned;
create index account_disabled on account (lower(name), id) where disabled_at is not null;
create index account_unverified on account (lower(name), id) where email_verified_at is null;
create index account_pairs on account using gin (text_pairs(name || ' ' || email)) with (fastupdate = off);
-- Includes ended sessions, for the last activity of a user.
create index session_of_account on session (account_id);

create index push_delivery_event on push_delivery (event, created_at desc, id desc);
create index push_delivery_ended on push_delivery (setting_id, ended_at desc) where state = 'delivered';
create index push_delivery_open on push_delivery (setting_id, state) where state in ('waiting', 'failed');

create index work_order_status on work_order (status, updated_at desc, id desc);
create index work_order_of_type on work_order (type_id, updated_at desc, id desc);
create index work_order_priority on work_order (priority, updated_at desc, id desc);
create index work_order_operator_open on work_order (operator_id)
  where status not in ('resolved', 'unresolved', 'closed');
create index work_order_text on work_order
  using gin (lower(number || ' ' || coalesce(request_number, '') || ' ' || title) gin_trgm_ops) with (fastupdate = off);
create index work_order_pairs on work_order
  using gin (text_pairs(number || ' ' || coalesce(request_number, '') || ' ' || title)) with (fastupdate = off);

grant select, insert, update on platform_status_count to pontic_app;
