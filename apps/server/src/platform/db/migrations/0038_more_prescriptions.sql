-- Further prescriptions of an order, each of another type, in addition to `body`: a list of values of the contract's schema
-- `Prescription`. Nodes of the previous version neither read nor write the column.
alter table prescription add column more jsonb not null default '[]';
alter table prescription_template add column more jsonb not null default '[]';

-- A node of the previous version, which runs during an upgrade, erases a patient without erasing the texts in `more`. The
-- erasure then also deletes the further prescriptions that contain texts.
create function erase_more_prescriptions() returns trigger
  language plpgsql
  as $$
begin
  update prescription set more = '[]'
  where order_id = new.id and jsonb_path_exists(more, '$.** ? (@.note != "" || @.scanBodyReference != "" ||
    @.bracketBrand != "" || @.bracketHeight != "" || @.wire != "" || @.toothMould != "")');
  return null;
end
$$;

create trigger orders_erase_more_prescriptions after update of erased_at on orders
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function erase_more_prescriptions();
