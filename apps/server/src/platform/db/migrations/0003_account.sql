-- Account settings: picture, phone, display preferences; one-time codes of six digits.

-- Pictures of people and organizations, re-encoded; their bytes are in the storage under their SHA-256.
create table image (
  id uuid primary key,
  purpose text not null check (purpose in ('avatar', 'logo', 'cover')),
  kind text not null check (kind in ('jpeg', 'png')),
  sha256 bytea not null check (octet_length(sha256) = 32),
  size_bytes int not null check (size_bytes > 0),
  width_px int not null check (width_px > 0),
  height_px int not null check (height_px > 0),
  account_id uuid not null references account on delete cascade,
  organization_id uuid not null references organization on delete cascade,
  created_at timestamptz not null default now(),
  -- when the picture came into use; null while it is unused. A job removes unused pictures
  used_at timestamptz
);
create index image_content on image (sha256);
create index image_account on image (account_id);
create index image_organization on image (organization_id);
create index image_unused on image (created_at) where used_at is null;

alter table account
  add column avatar_image_id uuid references image on delete set null,
  add column interface_size text not null default 'medium' check (interface_size in ('small', 'medium', 'large')),
  add column teeth_numbering text not null default 'fdi' check (teeth_numbering in ('fdi', 'universal', 'palmer')),
  -- name in the IANA database; null: the device's zone
  add column time_zone text,
  add column password_changed_at timestamptz,
  -- when the names of a closed account were erased
  add column erased_at timestamptz;
create index account_closed on account (deleted_at) where deleted_at is not null and erased_at is null;

-- Codes of six digits: mailed for a forgotten password, sent by SMS for a mobile number.
create table typed_code (
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'mobile')),
  -- keyed with the installation's secret, because six digits can be enumerated
  code_hmac bytea not null,
  -- recipient: an address or a number
  target text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);
create index typed_code_expires on typed_code (expires_at);

-- IP address from which a session was started, for the list of sessions of its user.
alter table session add column address text not null default '';

grant select, insert, update, delete on image, typed_code to pontic_app;
