-- Messages and questions of a case, remakes, deleted cases, released files.

-- An open question pauses a case. The columns contain the time of the question and the party that must
-- answer. They are columns of the order, so that lists show and filter them without a join.
alter table orders
  add column question_open_since timestamptz,
  add column question_waits_for text check (question_waits_for in ('clinic', 'lab')),
  add constraint orders_question_check check ((question_open_since is null) = (question_waits_for is null));
create index orders_clinic_question on orders (clinic_id, question_open_since, id)
  where question_waits_for = 'clinic' and discarded_at is null;
create index orders_lab_question on orders (lab_id, question_open_since, id)
  where question_waits_for = 'lab' and discarded_at is null;
-- Cases that a clinic deleted and may restore.
create index orders_discarded on orders (clinic_id, discarded_at desc, id desc) where discarded_at is not null;

create table order_question (
  id uuid primary key,
  order_id uuid not null references orders,
  -- the laboratory that asked or was asked; no other laboratory may read the question
  lab_id uuid not null references organization,
  asked_by text not null check (asked_by in ('clinic', 'lab')),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'withdrawn', 'lapsed')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  days_moved int,
  delivery_on date,
  check ((state = 'open') = (ended_at is null))
);
create index order_question_order on order_question (order_id);
-- One open question per case.
create unique index order_question_open on order_question (order_id) where state = 'open';

-- A question is cancelled when its case leaves the laboratory or is shipped or completed, by whatever statement.
create function lapse_question() returns trigger
  language plpgsql
  as $$
begin
  update order_question set state = 'lapsed', ended_at = clock_timestamp() where order_id = new.id and state = 'open';
  new.question_open_since := null;
  new.question_waits_for := null;
  return new;
end $$;
create trigger orders_lapse_question before update on orders for each row
  when (old.question_open_since is not null and new.question_open_since is not null
        and (new.status not in ('pending', 'accepted') or new.lab_id is distinct from old.lab_id))
  execute function lapse_question();

create table order_message (
  id uuid primary key,
  order_id uuid not null references orders,
  -- the laboratory of the conversation; a later laboratory of the case may not read the message
  lab_id uuid not null references organization,
  at timestamptz not null,
  kind text not null check (kind in ('message', 'question', 'answer', 'withdrawal')),
  question_id uuid references order_question,
  party text not null check (party in ('clinic', 'lab')),
  account_id uuid not null references account,
  body text not null,
  check ((kind = 'message') = (question_id is null))
);
create index order_message_order on order_message (order_id, at desc, id desc);
create index order_message_question on order_message (question_id) where question_id is not null;
create index order_message_account on order_message (account_id, order_id);

create table order_message_image (
  message_id uuid not null references order_message on delete cascade,
  image_id uuid not null unique references image on delete cascade,
  place smallint not null,
  primary key (message_id, image_id)
);

alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check check (purpose in ('avatar', 'logo', 'cover', 'message'));

-- How far an account has read a case's messages.
create table order_read (
  order_id uuid not null references orders,
  account_id uuid not null references account on delete cascade,
  read_to timestamptz not null,
  primary key (order_id, account_id)
);

-- A remake: the new case, the one it replaces, and the cause according to each party.
create table order_remake (
  order_id uuid primary key references orders,
  original_id uuid not null references orders,
  clinic_id uuid not null references organization,
  -- the laboratory that made the original
  lab_id uuid not null references organization,
  created_at timestamptz not null,
  clinic_cause text not null check (clinic_cause in ('scan', 'clinic', 'patient', 'design', 'lab', 'other')),
  clinic_note text not null default '',
  lab_cause text check (lab_cause in ('scan', 'clinic', 'patient', 'design', 'lab', 'other')),
  lab_note text not null default '',
  lab_noted_at timestamptz,
  check ((lab_cause is null) = (lab_noted_at is null))
);
create index order_remake_original on order_remake (original_id, created_at);
create index order_remake_clinic on order_remake (clinic_id, created_at);
create index order_remake_lab on order_remake (lab_id, created_at);

alter table order_file
  -- when the clinic released the file, which is still listed, but without bytes (removed_at is set, too)
  add column released_at timestamptz,
  -- the file of an earlier case with the same content
  add column reused_from uuid references order_file,
  -- whether the file counts against the quota; false while another file of the organization with the same
  -- content counts
  add column is_counted boolean not null default true;
create index order_file_released on order_file (order_id) where released_at is not null;

grant select, insert, update, delete on order_question, order_message, order_message_image, order_read, order_remake
  to pontic_app;
