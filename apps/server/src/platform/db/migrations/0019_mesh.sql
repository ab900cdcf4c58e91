-- What is made of scans: measures, the levels of a preview and a picture, beside their contents.

-- One row for all files of the same bytes (and, for an OBJ, of the same material and texture files beside it).
create table mesh (
  -- SHA-256: of the content itself, or of it and of the files that colour it
  key bytea primary key check (octet_length(key) = 32),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  state text not null default 'waiting' check (state in ('waiting', 'coarse', 'ready', 'failed')),
  -- a key of the error catalogue
  reason text,
  -- [{level, sizeBytes, triangleCount, sha256}]
  levels jsonb not null default '[]',
  -- measures, null until they are known
  facts jsonb,
  has_picture boolean not null default false,
  -- begun so often: what takes a node down is not tried for ever
  attempts smallint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'failed') = (reason is not null))
);
create index mesh_content on mesh (content_sha256);

alter table order_file add column mesh_key bytea check (octet_length(mesh_key) = 32);
create index order_file_mesh on order_file (mesh_key) where mesh_key is not null and removed_at is null;

-- The scan whose picture stands for the case (requirement 3.order.screenshot).
alter table orders add column picture_file_id uuid;

grant select, insert, update, delete on mesh to pontic_app;
