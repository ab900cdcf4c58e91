-- Finds invited users among those with an unverified address without reading each of them.
create index account_invited on account (lower(name), id) where password_hash = '!' and email_verified_at is null;
