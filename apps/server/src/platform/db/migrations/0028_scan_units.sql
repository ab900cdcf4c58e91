-- The unit in which a person has a scan read, and which pipeline made what is kept beside it.

-- The file's bytes stay as they are; null leaves the unit to the file and its measures.
alter table order_file add column unit text check (unit in ('mm', 'cm', 'm', 'inch', 'um'));

-- Rows of an older version are made again, and shown as they are until then.
alter table mesh add column version smallint not null default 1;
