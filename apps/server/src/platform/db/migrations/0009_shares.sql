-- Cases that clinics share with individuals by email address.

-- One row per address, whether or not it has an account, so that the clinic cannot tell the difference (rules §4).
create table order_share_address (
  order_id uuid not null references orders,
  email text not null check (email = lower(email)),
  may_download boolean not null,
  -- when the last mail about the share was sent
  shared_at timestamptz not null,
  shared_by uuid references account on delete set null,
  -- the account that has access; null if the address has no account yet, or one that is not an individual's
  account_id uuid references account on delete set null,
  primary key (order_id, email)
);
create index order_share_address_email on order_share_address (email) where account_id is null;
create index order_share_address_account on order_share_address (account_id) where account_id is not null;

insert into order_share_address (order_id, email, may_download, shared_at, account_id)
  select s.order_id, a.email, s.may_download, s.shared_at, s.account_id
  from order_share s join account a on a.id = s.account_id;

-- An account that was never verified can be deleted although cases are shared with it, so that its address
-- becomes available.
alter table order_share drop constraint order_share_account_id_fkey;
alter table order_share add constraint order_share_account_id_fkey
  foreign key (account_id) references account on delete cascade;

grant select, insert, update, delete on order_share_address to pontic_app;
