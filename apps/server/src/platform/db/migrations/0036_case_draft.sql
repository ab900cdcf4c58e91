-- Drafts of new cases (rules §16). A draft belongs to a clinic. Its id is chosen by the client, so that a repeated save creates
-- no second draft. `patient_name` and `type` repeat values of `content` for the list.
create table case_draft (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  created_by uuid references account on delete set null,
  patient_name text not null,
  type smallint not null,
  content jsonb not null,
  version int not null,
  order_id uuid references orders on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index case_draft_list on case_draft (organization_id, updated_at desc, id desc);
create index case_draft_patient on case_draft (organization_id, lower(patient_name));
create index case_draft_author on case_draft (created_by);
create index case_draft_expired on case_draft (updated_at);
create unique index case_draft_order on case_draft (order_id) where order_id is not null;

-- The drafts that an export of a patient's data contains.
alter table patient_export add column draft_ids uuid[] not null default '{}';

grant select, insert, update, delete on case_draft to pontic_app;
