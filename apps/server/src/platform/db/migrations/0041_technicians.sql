-- no transaction
-- Technicians, proposed delivery days and the daily capacity of laboratories (rules §5, rules §16, decision 0063). Each statement
-- may run again.

alter table orders add column if not exists technician_id uuid references account (id),
  add column if not exists proposed_on date;

alter table order_event add column if not exists technician_id uuid references account (id);

alter table lab_calendar add column if not exists cases_per_day smallint check (cases_per_day between 1 and 999);

drop index concurrently if exists orders_technician;

create index concurrently orders_technician on orders (technician_id, created_at desc, id desc)
  where technician_id is not null and discarded_at is null;

drop index concurrently if exists order_event_technician;

create index concurrently order_event_technician on order_event (technician_id) where technician_id is not null;

drop index concurrently if exists orders_clinic_waits;

create index concurrently orders_clinic_waits on orders (clinic_id, created_at desc, id desc)
  where discarded_at is null and (question_waits_for = 'clinic' or proposed_on is not null
    or (question_waits_for is null and status in ('uploaded', 'rejected')));

drop index concurrently if exists orders_clinic_waiting;

-- Ends the assignments of a member who can no longer work: disabled, closed, or of another organization. A closed account loses
-- all assignments, others those to unfinished cases. The timeline of the laboratory shows it.
create or replace function end_assignments() returns trigger language plpgsql as $$
begin
  with ended as (
    update orders set technician_id = null
    where technician_id = new.id and (new.deleted_at is not null or status in ('pending', 'accepted'))
    returning id, lab_id, status
  )
  insert into order_event (id, order_id, at, kind, from_status, to_status, account_name, organization_id,
    organization_name, lab_id)
  select gen_random_uuid(), e.id, clock_timestamp(), 'assign', e.status, e.status, '', l.id, l.name, e.lab_id
  from ended e join organization l on l.id = e.lab_id;
  return null;
end $$;

create or replace trigger account_end_assignments after update of disabled_at, deleted_at, membership, organization_id on account
  for each row when (new.disabled_at is not null or new.deleted_at is not null or new.membership <> 'active'
    or new.organization_id <> old.organization_id)
  execute function end_assignments();
