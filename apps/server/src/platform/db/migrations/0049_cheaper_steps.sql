-- Two costs of each step of a case.

-- The index of patients' names computes `fold_text` for each change of a case. PostgreSQL parses an SQL function for this each time
-- (0.1 ms), but a function in PL/pgSQL only once in a connection. Searches compute it for thousands of rows in one statement and use
-- the SQL function, which becomes part of the statement.
create function folded_text(words text) returns text
  language sql immutable parallel safe
  as $$ select case when octet_length(words) = char_length(words) then lower(words)
        else normalize(replace(replace(replace(translate(
          regexp_replace(lower(normalize(words, nfkd)), U&'[\0300-\036F]', '', 'g'), 'ıłøđς', 'ilodσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), nfkc) end $$;

create or replace function fold_text(words text) returns text
  language plpgsql immutable parallel safe
  as $$
begin
  -- The schema is named, because PostgreSQL builds indexes without a search path.
  return public.folded_text(words);
end $$;

-- The counters by status have 16 slots instead of 64, because each list of cases adds up the rows of all slots.
create or replace function follow_order() returns trigger
  language plpgsql
  as $$
declare
  -- 1 if the order was counted before the change, and if it is counted now.
  was_counted int := (tg_op = 'UPDATE' and old.discarded_at is null)::int;
  is_counted int := (new.discarded_at is null)::int;
  is_moved bool := old.status is distinct from new.status or was_counted <> is_counted;
  -- The portal gives each of its connections a slot. Others use their process id.
  own_slot smallint := coalesce(nullif(current_setting('pontic.slot', true), '')::int, pg_backend_pid()) % 16;
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
