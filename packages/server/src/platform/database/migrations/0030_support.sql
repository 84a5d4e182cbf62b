-- What people write to the platform's admin; visitors may, so nobody has to stand behind it.
create table support_messages (
  id uuid primary key,
  user_id uuid references people (id) on delete set null,
  -- where an answer to a visitor goes
  email text,
  text text not null,
  client_id text,
  created_at timestamptz not null default now()
);
-- A press that was sent twice is one message; another text is another message, whatever its sender calls it.
create unique index support_messages_once on support_messages (client_id, md5(text)) where client_id is not null;
create index support_messages_by_sender on support_messages (user_id) where user_id is not null;
