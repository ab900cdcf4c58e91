-- Invitations, and passwords set by an administrator.

-- Whether somebody else chose the password. The user can then only choose another one.
alter table account add column must_change_password boolean not null default false;

-- Waiting members, oldest first, and members by name.
create index account_waiting on account (organization_id, created_at, id) where membership = 'waiting' and deleted_at is null;

create table invitation (
  id uuid primary key,
  kind text not null check (kind in ('member', 'person', 'partner')),
  organization_id uuid not null references organization,
  inviter_account_id uuid references account on delete set null,
  inviter_name text not null,
  -- null if the invitation is handed over as a link or QR code; the recipient then enters and verifies an
  -- address
  email text check (email = lower(email)),
  secret_sha256 bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_account_id uuid references account on delete set null,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
-- One open invitation of a kind from an organization to an address.
create unique index invitation_open on invitation (organization_id, kind, email)
  where accepted_at is null and withdrawn_at is null;
create index invitation_list on invitation (organization_id, created_at desc, id desc)
  where accepted_at is null and withdrawn_at is null;

-- Cases that become readable with the invitation: for the individual, or for the new partner.
create table invitation_order (
  invitation_id uuid not null references invitation on delete cascade,
  order_id uuid not null references orders,
  may_download boolean not null default false,
  primary key (invitation_id, order_id)
);
create index invitation_order_order on invitation_order (order_id);

grant select, insert, update, delete on invitation, invitation_order to pontic_app;
