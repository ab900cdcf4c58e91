-- Data derived from scans: measures, preview levels and a picture, stored next to their contents.

-- One row for all files with the same bytes (and, for an OBJ, with the same material and texture files).
create table mesh (
  -- SHA-256 of the content, or of the content and the files that colour it
  key bytea primary key check (octet_length(key) = 32),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  state text not null default 'waiting' check (state in ('waiting', 'coarse', 'ready', 'failed')),
  -- a key of the error catalogue
  reason text,
  -- [{level, sizeBytes, triangleCount, sha256}]
  levels jsonb not null default '[]',
  -- measures, null until computed
  facts jsonb,
  has_picture boolean not null default false,
  -- number of starts: a scan that crashes a node is not retried forever
  attempts smallint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'failed') = (reason is not null))
);
create index mesh_content on mesh (content_sha256);

alter table order_file add column mesh_key bytea check (octet_length(mesh_key) = 32);
create index order_file_mesh on order_file (mesh_key) where mesh_key is not null and removed_at is null;

-- The scan whose picture represents the case (requirement 3.order.screenshot).
alter table orders add column picture_file_id uuid;

grant select, insert, update, delete on mesh to pontic_app;
