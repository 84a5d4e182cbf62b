create table rooms (
  id uuid primary key,
  is_group boolean not null default false,
  -- the two of a private room, smaller id first
  low_id uuid references people (id) on delete set null,
  high_id uuid references people (id) on delete set null,
  title text not null default '',
  description text not null default '',
  avatar_url text not null default '',
  creator_id uuid references people (id) on delete set null,
  bg text not null default '',
  -- the number of the last change and the place of the last message; taken under this row's lock, so commit order is their order
  seq bigint not null default 0,
  position bigint not null default 0,
  created_at timestamptz not null default now()
);
create unique index rooms_private on rooms (low_id, high_id) where not is_group;
create index rooms_by_high on rooms (high_id) where not is_group;
create index rooms_by_creator on rooms (creator_id) where is_group;

create table room_members (
  room_id uuid not null references rooms (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  -- the newest message: what the list of rooms is sorted by; a room without one is listed for who opened it
  touched uuid not null,
  unread int not null default 0 check (unread >= 0),
  read_position bigint not null default 0,
  joined_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create unique index room_members_newest on room_members (user_id, touched desc);
create index room_members_unread on room_members (user_id) where unread > 0;

-- Laid out for partitions by room and by time: the key holds both (ids are UUIDv7), no other unique index is needed,
-- and `message_clients` keeps one clientId one message across all of them.
create table messages (
  room_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  position bigint not null,
  -- the room's number at the message's birth and at its last change; a deleted message stays as a tombstone
  born bigint not null,
  seq bigint not null,
  text text not null,
  media jsonb not null default '[]',
  client_id text,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (room_id, id)
);
create index messages_page on messages (room_id, position desc) where deleted_at is null;
create index messages_changes on messages (room_id, seq);
create index messages_by_id on messages (id);
create index messages_by_user on messages (user_id);

create table message_clients (
  room_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  message_id uuid not null,
  primary key (room_id, user_id, client_id)
);
