-- Captchas, two-factor sign-in.

-- Whether the account has a second factor. Every call reads it; statements that add or remove a factor update it.
alter table account add column two_factor_at timestamptz;
alter table organization add column requires_two_factor boolean not null default false;

-- A captcha (rules §3). Its code is derived from its id and the installation's key, and is not stored.
create table captcha (
  id uuid primary key,
  purpose text not null check (purpose in ('login', 'availability')),
  kind text not null check (kind in ('graphic', 'mail')),
  -- recipient of a mailed code; empty for a picture
  email text not null default '',
  tries smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index captcha_expires on captcha (expires_at);

-- The secret of an authenticator app, encrypted; active after its first code.
create table totp (
  account_id uuid primary key references account on delete cascade,
  secret_encrypted bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- the last period whose code was used: each code is valid once
  last_step bigint not null default 0
);

create table passkey (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- Recovery codes as keyed hashes, each valid once.
create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_sha256 bytea not null,
  used_at timestamptz,
  primary key (account_id, code_sha256)
);

-- A challenge. mfa: the pending second step after a right password. passkey: a sign-in by passkey alone.
-- register: a new passkey.
create table sign_in_challenge (
  token_sha256 bytea primary key,
  purpose text not null check (purpose in ('mfa', 'passkey', 'register')),
  account_id uuid references account on delete cascade,
  -- random bytes for a passkey to sign
  challenge bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'passkey') = (account_id is null))
);
create index sign_in_challenge_account on sign_in_challenge (account_id);
create index sign_in_challenge_expires on sign_in_challenge (expires_at);

grant select, insert, update, delete on captcha, totp, passkey, recovery_code, sign_in_challenge to pontic_app;

-- Sessions also end when an administrator removes the factors of a member.
alter table session drop constraint session_revoked_for_check;
alter table session add constraint session_revoked_for_check
  check (revoked_for in ('logout', 'reuse', 'password', 'disabled', 'expired', 'two_factor'));
