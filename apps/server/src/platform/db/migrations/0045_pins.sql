-- Pins: numbered points on scans, which belong to messages or to assessed aspects of a design (rules §19, decision 0071).

create table order_pin (
  id uuid primary key,
  order_id uuid not null references orders,
  -- The laboratory of the conversation; a later laboratory of the case may not read the pin.
  lab_id uuid not null references organization,
  -- Number in the case, which is never used again.
  number integer not null check (number > 0),
  message_id uuid references order_message on delete cascade,
  review_step_id uuid references design_review_step,
  aspect text check (aspect in ('margin', 'contacts', 'occlusion', 'shape', 'shade', 'insertion')),
  file_id uuid not null references order_file,
  file_sha256 bytea not null,
  -- Point, normal and camera in the axes of the file, lengths in millimetres.
  place jsonb not null,
  note text not null,
  image_id uuid unique references image on delete set null,
  resolved_at timestamptz,
  resolver_id uuid references account,
  constraint order_pin_number unique (order_id, number),
  constraint order_pin_owner check ((message_id is null) <> (review_step_id is null)),
  constraint order_pin_aspect check ((review_step_id is null) = (aspect is null)),
  constraint order_pin_resolved check ((resolved_at is null) = (resolver_id is null))
);

create index order_pin_message on order_pin (message_id) where message_id is not null;

-- The default privileges of the owner include changes. A pin of a review belongs to the record of the review, so that the server
-- may only resolve and reopen it. Pins of messages are deleted with their message.
revoke update, delete, truncate on order_pin from pontic_app;

grant select, insert, update (resolved_at, resolver_id) on order_pin to pontic_app;

-- Empties all texts of an order’s reviews and pins, for the erasure of the patient. Verdicts, points and digests stay.
create or replace function erase_review_texts(erased_id uuid) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  update design_review_step set note = '',
    aspects = (select jsonb_object_agg(key, value || '{"note": ""}') from jsonb_each(aspects)),
    files = coalesce((select jsonb_agg(file || '{"name": ""}') from jsonb_array_elements(files) file), '[]')
  where order_id = erased_id;
  update order_pin set note = '', image_id = null where order_id = erased_id
$$;

-- Replaces a patient’s name in the texts of a clinic’s reviews and pins. `json_pattern` is the name as it is written in JSON.
create or replace function replace_review_texts(clinic uuid, pattern text, json_pattern text, code text) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  update design_review_step set note = regexp_replace(note, pattern, code, 'gi'),
    aspects = regexp_replace(aspects::text, json_pattern, code, 'gi')::jsonb,
    files = regexp_replace(files::text, json_pattern, code, 'gi')::jsonb
  where order_id in (select id from orders where clinic_id = clinic)
    and (note ~* pattern or aspects::text ~* json_pattern or files::text ~* json_pattern);
  update order_pin set note = regexp_replace(note, pattern, code, 'gi')
  where order_id in (select id from orders where clinic_id = clinic) and note ~* pattern
$$;
