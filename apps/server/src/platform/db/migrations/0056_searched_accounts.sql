-- no transaction
-- The texts in which the back office searches for people and organizations, in narrow tables of their own. A search for a frequent name
-- compares thousands of texts: it then neither computes them nor reads wide rows (decision 0092). Each statement may run again.

create table if not exists searched_account (
  id uuid constraint searched_account_pkey primary key
    constraint searched_account_id_fkey references account on delete cascade,
  is_listed boolean not null,
  since timestamptz not null,
  name text not null,
  text text not null,
  pairs text[] not null
);

create table if not exists searched_organization (
  id uuid constraint searched_organization_pkey primary key
    constraint searched_organization_id_fkey references organization on delete cascade,
  is_listed boolean not null,
  since timestamptz not null,
  name text not null,
  text text not null,
  pairs text[] not null
);

grant select, insert, update, delete on searched_account, searched_organization to pontic_app;

create or replace view account_words as
  select id, deleted_at is null and not is_software as is_listed, created_at as since, lower(name) as name,
    lower(name || ' ' || email) as text, text_pairs(name || ' ' || email) as pairs
  from account;

create or replace view organization_words as
  select id, deleted_at is null as is_listed, registered_at as since, lower(name) as name,
    lower(concat_ws(' ', name, address, contact_person, email)) as text,
    text_pairs(concat_ws(' ', name, address, contact_person, email)) as pairs
  from organization;

grant select on account_words, organization_words to pontic_app;

create or replace function save_searched_account() returns trigger
  language plpgsql
  as $$
begin
  insert into searched_account select * from account_words where id = new.id
    on conflict (id) do update set is_listed = excluded.is_listed, name = excluded.name, text = excluded.text, pairs = excluded.pairs;
  return null;
end $$;

create or replace function save_searched_organization() returns trigger
  language plpgsql
  as $$
begin
  insert into searched_organization select * from organization_words where id = new.id
    on conflict (id) do update set is_listed = excluded.is_listed, since = excluded.since, name = excluded.name,
      text = excluded.text, pairs = excluded.pairs;
  return null;
end $$;

-- Creating a trigger waits for the writers of its table, and blocks those that come after it.
set lock_timeout = '500ms';

create or replace trigger account_save_search after insert or update of name, email, deleted_at, is_software on account
  for each row execute function save_searched_account();

create or replace trigger organization_save_search
  after insert or update of name, address, contact_person, email, registered_at, deleted_at on organization
  for each row execute function save_searched_organization();

reset lock_timeout;

-- A row that is changed meanwhile has its text already, or its trigger waits for the insert and replaces the text.
do $$
declare
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  copied_id uuid;
begin
  loop
    with batch as (
      select * from account_words where id > last_id order by id limit 1000
    ), copied as (
      insert into searched_account select * from batch on conflict (id) do nothing
    )
    select id into copied_id from batch order by id desc limit 1;
    commit;
    exit when copied_id is null;
    last_id := copied_id;
  end loop;
end $$;

do $$
declare
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  copied_id uuid;
begin
  loop
    with batch as (
      select * from organization_words where id > last_id order by id limit 1000
    ), copied as (
      insert into searched_organization select * from batch on conflict (id) do nothing
    )
    select id into copied_id from batch order by id desc limit 1;
    commit;
    exit when copied_id is null;
    last_id := copied_id;
  end loop;
end $$;

drop index concurrently if exists searched_account_text;

create index concurrently searched_account_text on searched_account using gin (text gin_trgm_ops) with (fastupdate = off);

drop index concurrently if exists searched_account_pairs;

create index concurrently searched_account_pairs on searched_account using gin (pairs) with (fastupdate = off);

drop index concurrently if exists searched_organization_text;

create index concurrently searched_organization_text on searched_organization
  using gin (text gin_trgm_ops) with (fastupdate = off);

drop index concurrently if exists searched_organization_pairs;

create index concurrently searched_organization_pairs on searched_organization using gin (pairs) with (fastupdate = off);

analyze searched_account, searched_organization;

drop index concurrently if exists account_search;

drop index concurrently if exists account_pairs;

drop index concurrently if exists organization_managed_text;

drop index concurrently if exists organization_managed_pairs;
