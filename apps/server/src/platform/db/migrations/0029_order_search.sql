-- The searched text of orders has a table of its own. A change of status then writes no index of words.

-- A text as it is compared in a search: in lower case, with the width of letters and most accents ignored. `foldText` in the
-- contract folds the searched words in the same way.
create function fold_text(words text) returns text
  language sql immutable parallel safe
  as $$ select case when octet_length(words) = char_length(words) then lower(words)
        else normalize(replace(replace(replace(translate(
          regexp_replace(lower(normalize(words, nfkd)), U&'[\0300-\036F]', '', 'g'), 'ıłøđς', 'ilodσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), nfkc) end $$;

create table order_search (
  order_id uuid primary key references orders on delete cascade,
  clinic_id uuid not null,
  -- The laboratory that has the order or had it last. It stays when the order is recalled, so that no index changes.
  lab_id uuid,
  -- Whether the laboratory still has the order.
  is_at_lab boolean not null,
  created_at timestamptz not null,
  -- Whether the order is not discarded.
  is_listed boolean not null,
  text text not null,
  pairs text[] not null
) with (fillfactor = 85);
grant select, insert, update, delete on order_search to pontic_app;

-- A step usually changes only the laboratory, and the words stay as they are.
create function save_order_search() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'UPDATE' and (new.number, new.patient_name, new.doctor) is not distinct from (old.number, old.patient_name, old.doctor) then
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
create trigger orders_search_insert after insert on orders for each row execute function save_order_search();
create trigger orders_search_update after update on orders for each row
  when ((new.number, new.patient_name, new.doctor, new.clinic_id, new.lab_id, new.created_at, new.discarded_at is null)
    is distinct from (old.number, old.patient_name, old.doctor, old.clinic_id, old.lab_id, old.created_at, old.discarded_at is null))
  execute function save_order_search();

-- The version before reads these columns. A trigger writes them, because PostgreSQL computes generated columns at every update of
-- a table with a BEFORE UPDATE trigger.
alter table orders alter column search_text drop expression, alter column search_pairs drop expression;
create function fill_search_columns() returns trigger
  language plpgsql
  as $$
begin
  new.search_text := lower(new.number || ' ' || new.patient_name || ' ' || new.doctor);
  new.search_pairs := text_pairs(new.patient_name || ' ' || new.doctor);
  return new;
end $$;
create trigger orders_fill_search before insert or update of number, patient_name, doctor on orders
  for each row execute function fill_search_columns();
