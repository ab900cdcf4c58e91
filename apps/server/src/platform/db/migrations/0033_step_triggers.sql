-- One trigger replaces eight triggers of orders. In every transaction, PostgreSQL prepares each trigger condition and each statement
-- of a trigger function again. This took more time than the rows that the triggers wrote.

-- Waits until the transactions that change orders have ended, because they use the trigger functions that are replaced below.
lock table orders in share row exclusive mode;

drop trigger orders_count_insert on orders;
drop trigger orders_count_update on orders;
drop trigger orders_count_platform_insert on orders;
drop trigger orders_count_platform_update on orders;
drop trigger orders_change_insert on orders;
drop trigger orders_change_update on orders;
drop trigger orders_search_insert on orders;
drop trigger orders_search_update on orders;
drop function count_orders, count_platform_orders, add_to_status, note_order_change, save_order_search;

create function follow_order() returns trigger
  language plpgsql
  as $$
declare
  -- 1 if the order was counted before the change, and if it is counted now.
  was_counted int := (tg_op = 'UPDATE' and old.discarded_at is null)::int;
  is_counted int := (new.discarded_at is null)::int;
  is_moved bool := old.status is distinct from new.status or was_counted <> is_counted;
  own_slot smallint := pg_backend_pid() % 64;
begin
  -- Numbers by status of the clinic, the laboratory and the platform. Each number has several rows, and a connection adds to the
  -- row of its slot, so that transactions rarely wait for each other. The sum of the rows is the number; one row may be negative.
  if is_moved then
    insert into platform_status_count as c (slot, status, count)
      select own_slot, m.status, m.delta from (values (old.status, -was_counted), (new.status, is_counted)) m (status, delta)
      where m.delta <> 0 order by m.status
    on conflict (slot, status) do update set count = c.count + excluded.count;
  end if;
  if is_moved or old.lab_id is distinct from new.lab_id then
    insert into org_status_slot as c (organization_id, status, slot, count)
      select m.organization_id, m.status, own_slot, m.delta
      from (values (case when is_moved then old.clinic_id end, old.status, -was_counted), (old.lab_id, old.status, -was_counted),
        (case when is_moved then new.clinic_id end, new.status, is_counted), (new.lab_id, new.status, is_counted))
        m (organization_id, status, delta)
      where m.organization_id is not null and m.delta <> 0 order by m.organization_id, m.status
    on conflict (organization_id, status, slot) do update set count = c.count + excluded.count;
  end if;

  -- The last change of the order at its laboratory, and at the laboratory that has lost it.
  if (old.lab_id is not null or new.lab_id is not null)
    and (old.version, old.status, old.lab_id, old.delivery_on, old.discarded_at, old.files_verified, old.question_open_since)
      is distinct from
      (new.version, new.status, new.lab_id, new.delivery_on, new.discarded_at, new.files_verified, new.question_open_since) then
    insert into order_change as c (lab_id, order_id)
      select lab, new.id from (values (coalesce(new.lab_id, old.lab_id)), (case when old.lab_id <> new.lab_id then old.lab_id end)) o (lab)
      where lab is not null order by lab
    on conflict (lab_id, order_id) do update set transaction = excluded.transaction, place = excluded.place,
      changed_at = excluded.changed_at, acknowledged_at = null;
  end if;

  -- The searched words. A step usually changes only the laboratory, and the words stay as they are.
  if tg_op = 'UPDATE' and (new.number, new.patient_name, new.doctor) is not distinct from (old.number, old.patient_name, old.doctor) then
    if (new.clinic_id, new.lab_id, new.created_at, is_counted) is not distinct from
      (old.clinic_id, old.lab_id, old.created_at, was_counted) then
      return null;
    end if;
    update order_search set clinic_id = new.clinic_id, lab_id = coalesce(new.lab_id, lab_id),
      is_at_lab = new.lab_id is not null, created_at = new.created_at, is_listed = new.discarded_at is null
    where order_id = new.id;
    if found then return null; end if;
  end if;
  insert into order_search as s (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
  values (new.id, new.clinic_id, new.lab_id, new.lab_id is not null, new.created_at, new.discarded_at is null,
    fold_text(new.number || ' ' || new.patient_name || ' ' || new.doctor), text_pairs(fold_text(new.patient_name || ' ' || new.doctor)))
  on conflict (order_id) do update set clinic_id = excluded.clinic_id, lab_id = coalesce(excluded.lab_id, s.lab_id),
    is_at_lab = excluded.is_at_lab, created_at = excluded.created_at, is_listed = excluded.is_listed,
    text = excluded.text, pairs = excluded.pairs;
  return null;
end $$;
create trigger orders_follow after insert or update on orders for each row execute function follow_order();

-- What an audit row concerns, without the call of a function.
create or replace function note_audit_concerns() returns trigger
  language plpgsql
  as $$
declare
  pattern constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  ids uuid[] := new.subject_organization_ids || new.organization_id;
begin
  if new.object_id ~ pattern then ids := ids || new.object_id::uuid; end if;
  if new.detail ->> 'orderId' ~ pattern then ids := ids || (new.detail ->> 'orderId')::uuid; end if;
  if jsonb_typeof(new.detail -> 'orderIds') = 'array' then
    ids := ids || array(select id::uuid from jsonb_array_elements_text(new.detail -> 'orderIds') id where id ~ pattern);
  end if;
  insert into audit_concern (concerned_id, at, audit_id)
    select distinct id, new.at, new.id from unnest(ids) id where id is not null;
  return null;
end $$;
drop function audit_concerns;

-- The id of the name of a job, which is added if no job has had it.
create function task_id(name text) returns int
  language plpgsql
  as $$
declare
  found_id int;
begin
  select id into found_id from graphile_worker._private_tasks where identifier = name;
  if not found then
    insert into graphile_worker._private_tasks (identifier) values (name)
    on conflict (identifier) do update set identifier = excluded.identifier returning id into found_id;
  end if;
  return found_id;
end $$;
