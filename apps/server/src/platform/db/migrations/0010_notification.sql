-- Notifications as codes. The client composes the sentence in the reader's language; the table contains no patient's name and
-- no other text.
create table notification (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null,
  order_id uuid references orders on delete cascade,
  -- The organization that the notification names. It has no foreign key, because no query searches by it, and
  -- the rows of organizations that cause notifications are never deleted.
  organization_id uuid not null,
  reason text,
  day date,
  -- Unread messages of a case are grouped in one row.
  count int not null default 1,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_list on notification (account_id, created_at desc, id desc);
create index notification_unread on notification (account_id) where read_at is null;
create unique index notification_gathered on notification (account_id, order_id)
  where kind = 'order_messages' and read_at is null;
-- For removing old rows.
create index notification_created on notification (created_at);

grant select, insert, update, delete on notification to pontic_app;
