-- A private call that rings now. The row is deleted when the call is answered, declined or missed.
create table voice_rings (
  room_id uuid primary key references rooms (id) on delete cascade,
  caller_id uuid not null references people (id) on delete cascade,
  callee_id uuid not null references people (id) on delete cascade,
  -- told apart from a later call in the same room
  id uuid not null unique,
  ends_at timestamptz not null
);
create index voice_rings_by_callee on voice_rings (callee_id);
create index voice_rings_by_caller on voice_rings (caller_id);

-- Orders the states of a room that pages are told of: each takes its number before it is read.
create sequence voice_versions;
