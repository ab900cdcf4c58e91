-- Calls without a session take an Idempotency-Key too: they share one caller, the nil UUID.
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key alter column account_id drop not null;
alter table idempotency_key add column caller uuid not null
  generated always as (coalesce(account_id, '00000000-0000-0000-0000-000000000000')) stored;
alter table idempotency_key add primary key (caller, key);
-- Nodes of the version before insert with `on conflict (account_id, key)`.
alter table idempotency_key add constraint idempotency_key_account unique (account_id, key);
