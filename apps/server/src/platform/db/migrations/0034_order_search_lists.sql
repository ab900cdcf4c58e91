-- no transaction
-- Indexes with which a search reads the list of an organization and its newest months. Each statement may run again.

drop index concurrently if exists order_search_clinic;

-- The list of a clinic with the searched texts, so that a walk of the list reads nothing else. A folded text has at most 1.4 KB
-- that PostgreSQL cannot compress, and an entry of the index may have 2.7 KB.
create index concurrently order_search_clinic on order_search (clinic_id, created_at desc, order_id desc) include (text) where is_listed;

drop index concurrently if exists order_search_lab;

-- Without `is_at_lab`, which changes with most steps: a change of an indexed column would write all indexes.
create index concurrently order_search_lab on order_search (lab_id, created_at desc, order_id desc) include (text) where is_listed;

drop index concurrently if exists order_search_month_text;

-- Replaces `order_search_text`. With the month, a search reads only the part of each list of trigrams that belongs to the month,
-- because the rows of a month are near each other in the table.
create index concurrently order_search_month_text on order_search
  using gin (clinic_id, lab_id, date_trunc('month', created_at at time zone 'UTC'), text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

analyze order_search;

drop index concurrently if exists order_search_text;
