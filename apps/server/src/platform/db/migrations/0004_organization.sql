-- The pictures of an organization, for partners.

alter table organization
  add column logo_image_id uuid references image on delete set null,
  -- in display order
  add column cover_image_ids uuid[] not null default '{}' check (cardinality(cover_image_ids) <= 6);
