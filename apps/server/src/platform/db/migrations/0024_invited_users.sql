-- Invited users are found among those who have not proven their address without a look at each of them.
create index account_invited on account (lower(name), id) where password_hash = '!' and email_verified_at is null;
