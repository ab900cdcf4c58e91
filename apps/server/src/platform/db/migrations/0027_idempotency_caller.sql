-- Calls without a session accept an Idempotency-Key too: they share one set of keys, without an account. Nodes of the previous
-- version use `on conflict (account_id, key)`, which works with this constraint as with the primary key.
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key alter column account_id drop not null;
alter table idempotency_key add constraint idempotency_key_account unique nulls not distinct (account_id, key);
