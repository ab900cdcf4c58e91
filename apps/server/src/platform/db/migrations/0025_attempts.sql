-- Attempts of a subject (an account, an address, a key), counted over a sliding window and shared by all nodes.
-- The table attempt_count remains while nodes of the previous version run.
create table attempt (
  subject text primary key,
  -- Attempts that may still be within the window, oldest first; at most the maximum of the limit.
  times timestamptz[] not null,
  -- Whether the latest attempt was recorded; false when the limit had been reached.
  was_admitted boolean not null,
  -- When the last attempt leaves the window and the row can be deleted. Without an index, so that updates stay HOT.
  expires_at timestamptz not null
);
grant select, insert, update, delete on attempt to pontic_app;
