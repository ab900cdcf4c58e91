-- What partners see of an organization: its pictures.

alter table organization
  add column logo_image_id uuid references image on delete set null,
  -- in the order in which they are shown
  add column cover_image_ids uuid[] not null default '{}' check (cardinality(cover_image_ids) <= 6);
