-- Calls without a session take an Idempotency-Key too: they share one set of keys, that of no account. Nodes of the
-- version before go on with `on conflict (account_id, key)`, which this constraint answers as the primary key did.
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key alter column account_id drop not null;
alter table idempotency_key add constraint idempotency_key_account unique nulls not distinct (account_id, key);
