-- Accounts whose names are stored beside them. Erasing a closed account finds its names by id, so that the names of colleagues
-- who are called the same remain (rules §4). Rows of earlier versions have no id. Orders have no foreign key, because it would
-- check the account at each step.

alter table orders add column updater_id uuid, add column operator_id uuid;

alter table api_key add column revoked_by uuid references account (id) on delete set null;

alter table erasure add column undone_by uuid references account (id) on delete set null;
