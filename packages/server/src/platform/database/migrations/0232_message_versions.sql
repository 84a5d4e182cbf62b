-- What messages said before they were edited, for everyone who may read them.
create table message_versions (
  id uuid primary key,
  room_id uuid not null references rooms (id) on delete cascade,
  message_id uuid not null,
  text text not null,
  formatting jsonb not null,
  -- when this text was written
  written_at timestamptz not null
);
create index message_versions_of on message_versions (message_id, id desc);
create index message_versions_in on message_versions (room_id);
