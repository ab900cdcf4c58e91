-- The unit that a person selected for a scan, and the pipeline version of its derived data.

-- The file's bytes are unchanged; null: the unit follows from the file and its measures.
alter table order_file add column unit text check (unit in ('mm', 'cm', 'm', 'inch', 'um'));

-- Rows of an older version are built again, and shown unchanged until then.
alter table mesh add column version smallint not null default 1;
