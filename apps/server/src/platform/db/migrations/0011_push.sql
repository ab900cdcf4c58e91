-- Browser notifications: the key pair that identifies this installation to push services, and the subscriptions of browsers.

-- The table has one row. The private key is encrypted with the installation's key.
create table push_key (
  id smallint primary key default 1 check (id = 1),
  public_key bytea not null,
  private_sealed bytea not null,
  created_at timestamptz not null
);

-- A subscription belongs to the session that created it. Nothing is sent to the browser after the session has
-- ended.
create table push_subscription (
  session_id uuid primary key references session on delete cascade,
  account_id uuid not null references account on delete cascade,
  endpoint text not null unique,
  public_key bytea not null,
  secret bytea not null,
  created_at timestamptz not null
);
create index push_subscription_account on push_subscription (account_id);

grant select, insert on push_key to pontic_app;
grant select, insert, update, delete on push_subscription to pontic_app;
