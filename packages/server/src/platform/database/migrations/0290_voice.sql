-- The voice room of a conversation while people are in it. One server hosts it; `epoch` grows when the
-- host is lost and everyone connects again. Nothing that is said is stored.
create table voice_rooms (
  room_id uuid primary key references rooms (id) on delete cascade,
  instance_id text not null,
  epoch int not null default 1,
  since timestamptz not null default now()
);
create index voice_rooms_by_instance on voice_rooms (instance_id);

create table voice_members (
  -- one voice connection a person: joining elsewhere ends the former
  user_id uuid primary key references people (id) on delete cascade,
  room_id uuid not null references voice_rooms (room_id) on delete cascade,
  -- ends with its session; the row stays until its connection is closed
  session_id uuid not null,
  client_id uuid not null,
  -- the number by which pages learn who speaks
  number int not null,
  is_muted boolean not null default false,
  is_deaf boolean not null default false,
  is_server_muted boolean not null default false,
  joined_at timestamptz not null default now(),
  unique (room_id, number)
);
create index voice_members_by_session on voice_members (session_id);
