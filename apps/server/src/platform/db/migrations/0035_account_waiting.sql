-- no transaction
-- The list of users that wait for approval, sorted by name. Each statement may run again.

drop index concurrently if exists account_waiting_by_name;

create index concurrently account_waiting_by_name on account (lower(name), id) where membership = 'waiting' and deleted_at is null;
