-- no transaction
-- Files and pictures by the time at which they were stored, so that the archive of changes finds the new ones without reading all
-- (decision 0080). Each statement may run again.

create index concurrently if not exists order_file_verified on order_file (verified_at)
  where state = 'verified' and removed_at is null;

create index concurrently if not exists image_created on image (created_at);
