-- no transaction
-- The time at which a file last received bytes, and the unfinished files of an organization (decision 0061). Each statement may
-- run again.

alter table order_file add column if not exists progressed_at timestamptz;

-- The time is not in the index, because an update of an indexed column would write all indexes of the table with each chunk.
create index concurrently if not exists order_file_stopped on order_file (organization_id, order_id)
  where state in ('announced', 'uploading', 'received') and removed_at is null;
