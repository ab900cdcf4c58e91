-- no transaction
-- Copies the texts of existing orders in batches and builds the indexes while orders are written. Each statement may run again.

do $$
declare
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  copied_id uuid;
begin
  loop
    with batch as (
      select id, clinic_id, lab_id, created_at, discarded_at, fold_text(number || ' ' || patient_name || ' ' || doctor) as text,
        text_pairs(fold_text(patient_name || ' ' || doctor)) as pairs from orders
      where id > last_id order by id limit 2000
    ), copied as (
      insert into order_search (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
      select id, clinic_id, lab_id, lab_id is not null, created_at, discarded_at is null, text, pairs from batch
      on conflict (order_id) do nothing
    )
    select id into copied_id from batch order by id desc limit 1;
    commit;
    exit when copied_id is null;
    last_id := copied_id;
  end loop;
end $$;

drop index concurrently if exists order_search_text;

-- One index for clinics, laboratories and the platform. New entries wait in a list of at most 64 KB, which every search also reads.
create index concurrently order_search_text on order_search
  using gin (clinic_id, lab_id, text gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 64);

drop index concurrently if exists order_search_pairs;

create index concurrently order_search_pairs on order_search
  using gin (clinic_id, lab_id, pairs) with (fastupdate = on, gin_pending_list_limit = 64);

analyze order_search;

drop index concurrently if exists orders_clinic_text;

drop index concurrently if exists orders_clinic_pairs;

drop index concurrently if exists orders_lab_text;

drop index concurrently if exists orders_lab_pairs;
