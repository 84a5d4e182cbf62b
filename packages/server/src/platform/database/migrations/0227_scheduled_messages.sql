-- A message that makes no sound and no notification for the others.
alter table messages add column is_silent boolean not null default false;

-- Messages that wait for their time. A message that could not be sent then stays, with the reason:
-- the other person closed their messages, the author is no longer a member, or is suspended.
create table scheduled_messages (
  id uuid primary key,
  room_id uuid not null references rooms (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  text text not null,
  is_silent boolean not null default false,
  due_at timestamptz not null,
  problem text check (problem in ('closed', 'removed', 'suspended')),
  created_at timestamptz not null default now()
);
create index scheduled_messages_of on scheduled_messages (user_id, room_id, due_at, id);
create index scheduled_messages_by_time on scheduled_messages (user_id, due_at, id);
create index scheduled_messages_in on scheduled_messages (room_id);
create index scheduled_messages_by_id on scheduled_messages (user_id, id);
