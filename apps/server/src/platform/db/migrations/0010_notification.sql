-- The bell: what somebody was told of, as codes. The sentence is made in the reader's language when it is shown; no
-- patient's name is here, nor any other text.
create table notification (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null,
  order_id uuid references orders on delete cascade,
  -- Whose news it is. Without a reference: nothing is looked up by it, and none of these is ever missed.
  organization_id uuid not null,
  reason text,
  day date,
  -- Messages of a case that wait to be read are gathered in one row.
  count int not null default 1,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_list on notification (account_id, created_at desc, id desc);
create index notification_unread on notification (account_id) where read_at is null;
create unique index notification_gathered on notification (account_id, order_id)
  where kind = 'order_messages' and read_at is null;
-- What is old is cleaned.
create index notification_created on notification (created_at);

grant select, insert, update, delete on notification to pontic_app;
