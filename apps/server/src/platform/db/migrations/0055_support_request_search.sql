-- no transaction
-- The searched text of support requests, with the names of submitter and organization, in a table of its own: one index finds the
-- words, and a step of a request does not write it. Each statement may run again.

create table if not exists work_order_search (
  work_order_id uuid constraint work_order_search_pkey primary key
    constraint work_order_search_work_order_id_fkey references work_order on delete cascade,
  text text not null,
  pairs text[] not null
);

grant select, insert, update, delete on work_order_search to pontic_app;

-- The pairs of each text separately, so that none has a character of two texts.
create or replace view work_order_words as
  select w.id as work_order_id, w.submitter_id, w.organization_id,
    lower(concat_ws(' ', w.number, w.request_number, w.title, a.name, o.name)) as text,
    text_pairs(concat_ws(' ', w.number, w.request_number, w.title)) || text_pairs(a.name) || text_pairs(o.name) as pairs
  from work_order w join account a on a.id = w.submitter_id join organization o on o.id = w.organization_id;

grant select on work_order_words to pontic_app;

-- Runs at the commit. The lock makes renames wait for each other and for new requests. Without it, a transaction that does not see the
-- changes of another one, which is not committed yet, would store the old text. The statements after the lock see those changes.
create or replace function save_work_order_search() returns trigger
  language plpgsql
  as $$
declare
  key constant bigint := hashtextextended('work_order_search', 0);
  ids uuid[];
begin
  if tg_table_name = 'work_order' then
    perform pg_advisory_xact_lock_shared(key);
    ids := array[new.id];
  else
    perform pg_advisory_xact_lock(key);
    if tg_table_name = 'account' then ids := array(select id from work_order where submitter_id = new.id);
    else ids := array(select id from work_order where organization_id = new.id);
    end if;
  end if;
  insert into work_order_search (work_order_id, text, pairs)
    select work_order_id, text, pairs from work_order_words where work_order_id = any(ids)
    on conflict (work_order_id) do update set text = excluded.text, pairs = excluded.pairs;
  return null;
end $$;

-- Creating a trigger waits for the writers of its table, and blocks those that come after it.
set lock_timeout = '500ms';

drop trigger if exists work_order_save_search on work_order;
create constraint trigger work_order_save_search
  after insert or update of number, request_number, title, submitter_id, organization_id on work_order
  deferrable initially deferred for each row execute function save_work_order_search();

drop trigger if exists account_save_work_order_search on account;
create constraint trigger account_save_work_order_search after update of name on account
  deferrable initially deferred for each row when (old.name is distinct from new.name) execute function save_work_order_search();

drop trigger if exists organization_save_work_order_search on organization;
create constraint trigger organization_save_work_order_search after update of name on organization
  deferrable initially deferred for each row when (old.name is distinct from new.name) execute function save_work_order_search();

reset lock_timeout;

-- A request that is renamed meanwhile has its row already, or its trigger waits for the insert and replaces the text.
do $$
declare
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  copied_id uuid;
begin
  loop
    with batch as (
      select id from work_order where id > last_id order by id limit 1000
    ), copied as (
      insert into work_order_search (work_order_id, text, pairs)
      select t.work_order_id, t.text, t.pairs from batch b join work_order_words t on t.work_order_id = b.id
      on conflict (work_order_id) do nothing
    )
    select id into copied_id from batch order by id desc limit 1;
    commit;
    exit when copied_id is null;
    last_id := copied_id;
  end loop;
end $$;

drop index concurrently if exists work_order_search_text;

create index concurrently work_order_search_text on work_order_search using gin (text gin_trgm_ops) with (fastupdate = off);

drop index concurrently if exists work_order_search_pairs;

create index concurrently work_order_search_pairs on work_order_search using gin (pairs) with (fastupdate = off);

analyze work_order_search;

drop index concurrently if exists work_order_text;

drop index concurrently if exists work_order_pairs;
