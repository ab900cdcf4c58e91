-- API keys of organizations, and the order of changes in which a laboratory's software reads its cases.

-- An account for a key: its name appears in cases, timelines and the audit. Nobody can sign in with it.
alter table account add column is_software boolean not null default false;

-- A key has its own account and session, so that everything that ends, cuts or limits sessions also applies to keys.
create table api_key (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null unique references account on delete cascade,
  session_id uuid unique references session on delete set null,
  name text not null,
  -- first characters of the key, which the list shows
  start text not null,
  secret_sha256 bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid references account on delete set null,
  created_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  revoked_by_name text
);
create index api_key_organization on api_key (organization_id, created_at desc, id desc);

-- The last change of each case at each of its laboratories. The position of a change is the id of the writing
-- transaction and a place within the transaction. A reader that reads only changes of transactions before the
-- oldest running one misses no change.
create sequence order_change_place;
create table order_change (
  lab_id uuid not null references organization,
  order_id uuid not null references orders,
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  place bigint not null default nextval('order_change_place'),
  changed_at timestamptz not null default clock_timestamp(),
  acknowledged_at timestamptz,
  primary key (lab_id, order_id)
);
create index order_change_list on order_change (lab_id, transaction, place);
create index order_change_waiting on order_change (lab_id, transaction, place) where acknowledged_at is null;

create function note_order_change() returns trigger
  language plpgsql
  as $$
begin
  insert into order_change as c (lab_id, order_id)
    select lab, new.id
    from unnest(case when tg_op = 'UPDATE' and old.lab_id is distinct from new.lab_id then array[old.lab_id, new.lab_id]
                     else array[new.lab_id] end) lab
    where lab is not null order by lab
  on conflict (lab_id, order_id) do update set transaction = excluded.transaction, place = excluded.place,
    changed_at = excluded.changed_at, acknowledged_at = null;
  return null;
end $$;
create trigger orders_change_insert after insert on orders for each row
  when (new.lab_id is not null) execute function note_order_change();
create trigger orders_change_update after update on orders for each row
  when ((old.lab_id is not null or new.lab_id is not null)
    and (old.version, old.status, old.lab_id, old.delivery_on, old.discarded_at, old.files_verified,
         old.question_open_since) is distinct from
        (new.version, new.status, new.lab_id, new.delivery_on, new.discarded_at, new.files_verified,
         new.question_open_since))
  execute function note_order_change();

-- Existing cases of laboratories, in order of their last change.
insert into order_change (lab_id, order_id, changed_at)
  select lab_id, order_id, changed_at from (
    select lab_id, id as order_id, updated_at as changed_at from orders where lab_id is not null
    union all
    select w.lab_id, w.order_id, w.withdrawn_at from order_withdrawal w
      join orders o on o.id = w.order_id where o.lab_id is distinct from w.lab_id
  ) known order by changed_at;

grant select, insert, update, delete on api_key, order_change to pontic_app;
grant usage on sequence order_change_place to pontic_app;
