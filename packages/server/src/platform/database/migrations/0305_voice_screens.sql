-- The screen that a member of a voice room shows, at most one a room. It ends with its member's
-- connection, and who sees it is known only to the process that forwards it.
create table voice_screens (
  room_id uuid primary key references voice_rooms (room_id) on delete cascade,
  user_id uuid not null unique references voice_members (user_id) on delete cascade,
  -- ends only what the same page began
  client_id uuid not null,
  height int not null,
  has_sound boolean not null
);
