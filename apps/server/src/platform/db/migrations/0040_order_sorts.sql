-- no transaction
-- The work of a case in its list, and indexes with which lists are sorted by patient. Each statement may run again.

-- The parts of `listWorkParts`. Null if they are not known: the job `orders.fillWork` adds them.
alter table orders add column if not exists work jsonb;

create or replace function forget_work() returns trigger language plpgsql as $$
begin
  update orders set work = null where id = new.order_id and work is not null;
  return null;
end $$;

drop index concurrently if exists orders_work_unknown;

-- For the job.
create index concurrently orders_work_unknown on orders (id) where work is null;

-- A node of the previous version changes a prescription without its work.
create or replace trigger prescription_forget_work after insert or update of body on prescription
  for each row execute function forget_work();

drop index concurrently if exists orders_clinic_patient_sorted;

create index concurrently orders_clinic_patient_sorted on orders (clinic_id, (fold_text(patient_name) collate "C"), id)
  where discarded_at is null;

drop index concurrently if exists orders_lab_patient_sorted;

create index concurrently orders_lab_patient_sorted on orders (lab_id, (fold_text(patient_name) collate "C"), id)
  where discarded_at is null and lab_id is not null;

analyze orders;
