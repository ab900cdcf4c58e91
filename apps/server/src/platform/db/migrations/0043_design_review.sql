-- no transaction
-- Design reviews (rules §17, decision 0069). Each statement may run again.

alter table orders
  add column if not exists review_state text not null default 'none'
    constraint orders_review_state check (review_state in ('none', 'requested', 'changes_asked', 'approved')),
  add column if not exists is_review_required boolean not null default false;

-- The record of design reviews. The server inserts and reads rows. It changes texts only through the functions below.
create table if not exists design_review_step (
  id uuid primary key,
  order_id uuid not null references orders,
  lab_id uuid not null references organization,
  kind text not null
    check (kind in ('requested', 'files', 'reopened', 'withdrawn', 'approved', 'changes', 'waived')),
  -- Number of the design version under review; 0 before the first.
  version integer not null,
  at timestamptz not null,
  account_id uuid references account,
  account_name text not null,
  organization_id uuid not null references organization,
  organization_name text not null,
  note text not null,
  -- Verdict and note by aspect, null unless the clinic assessed the design.
  aspects jsonb,
  -- The files of the design: id, name, size and SHA-256.
  files jsonb not null
);

create index if not exists design_review_step_by_order on design_review_step (order_id, id);

create index if not exists design_review_step_by_account on design_review_step (account_id);

-- The default privileges of the owner include changes.
revoke update, delete, truncate on design_review_step from pontic_app;

grant select, insert on design_review_step to pontic_app;

-- Empties all texts of an order’s reviews, for the erasure of the patient. Verdicts and digests stay.
create or replace function erase_review_texts(erased_id uuid) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  update design_review_step set note = '',
    aspects = (select jsonb_object_agg(key, value || '{"note": ""}') from jsonb_each(aspects)),
    files = coalesce((select jsonb_agg(file || '{"name": ""}') from jsonb_array_elements(files) file), '[]')
  where order_id = erased_id
$$;

-- Replaces a patient’s name in the texts of a clinic’s reviews. `json_pattern` is the name as it is written in JSON.
create or replace function replace_review_texts(clinic uuid, pattern text, json_pattern text, code text) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  update design_review_step set note = regexp_replace(note, pattern, code, 'gi'),
    aspects = regexp_replace(aspects::text, json_pattern, code, 'gi')::jsonb,
    files = regexp_replace(files::text, json_pattern, code, 'gi')::jsonb
  where order_id in (select id from orders where clinic_id = clinic)
    and (note ~* pattern or aspects::text ~* json_pattern or files::text ~* json_pattern)
$$;

-- Replaces the name of the author of steps, for the erasure of their account.
create or replace function rename_review_author(author uuid, name text) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  update design_review_step set account_name = name where account_id = author
$$;

revoke execute on function erase_review_texts, replace_review_texts, rename_review_author from public;

grant execute on function erase_review_texts, replace_review_texts, rename_review_author to pontic_app;

drop index concurrently if exists orders_clinic_review;

create index concurrently orders_clinic_review on orders (clinic_id, delivery_on, id)
  where review_state = 'requested' and discarded_at is null;

drop index concurrently if exists orders_lab_redesign;

create index concurrently orders_lab_redesign on orders (lab_id, delivery_on, id)
  where review_state = 'changes_asked' and discarded_at is null;

drop index concurrently if exists orders_clinic_turn;

create index concurrently orders_clinic_turn on orders (clinic_id, created_at desc, id desc)
  where discarded_at is null and (question_waits_for = 'clinic' or proposed_on is not null or review_state = 'requested'
    or (question_waits_for is null and status in ('uploaded', 'rejected')));

drop index concurrently if exists orders_clinic_waits;

drop index concurrently if exists orders_lab_turn;

create index concurrently orders_lab_turn on orders (lab_id, created_at desc, id desc)
  where discarded_at is null and (question_waits_for = 'lab' or review_state = 'changes_asked'
    or (question_waits_for is null and status = 'pending'));

drop index concurrently if exists orders_lab_waiting;
