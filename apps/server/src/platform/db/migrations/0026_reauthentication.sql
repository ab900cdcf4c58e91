-- When the person last proved their identity. Null for sessions of API keys, which have no sign-in.
alter table session add column authenticated_at timestamptz;
update session set authenticated_at = created_at;

-- Links to old addresses that revert a change of address. Until such a link expires, the old address remains reserved.
create table email_undo (
  code_sha256 bytea primary key,
  account_id uuid not null references account on delete cascade,
  email text not null,
  new_email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_undo_account on email_undo (account_id, created_at);
create index email_undo_email on email_undo (email);
create index email_undo_expires on email_undo (expires_at);

alter table session drop constraint session_revoked_for_check;
alter table session add constraint session_revoked_for_check
  check (revoked_for in ('logout', 'reuse', 'password', 'disabled', 'expired', 'two_factor', 'email_undo'));

-- Links in mails about new API keys that revoke them; each administrator has a separate one.
create table api_key_link (
  code_sha256 bytea primary key,
  api_key_id uuid not null references api_key on delete cascade,
  account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index api_key_link_key on api_key_link (api_key_id);
create index api_key_link_account on api_key_link (account_id);
create index api_key_link_expires on api_key_link (expires_at);
create index api_key_maker on api_key (created_by) where revoked_at is null;

grant select, insert, update, delete on email_undo, api_key_link to pontic_app;
