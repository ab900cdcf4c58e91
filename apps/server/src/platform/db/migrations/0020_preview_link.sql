-- Preview links with selected scans and a password, and their views.

alter table preview_link
  -- null: all scans of the case, as for earlier links
  add column file_ids uuid[],
  add column password_hash text,
  add column revoked_by uuid references account on delete set null;

-- Views of a link: the network, never a whole address, and the kind of browser.
create table preview_link_view (
  id bigint generated always as identity primary key,
  link_id uuid not null references preview_link on delete cascade,
  viewed_at timestamptz not null,
  network text not null,
  browser text not null,
  system text not null
);
create index preview_link_view_link on preview_link_view (link_id, id desc);

grant select, insert, delete on preview_link_view to pontic_app;
