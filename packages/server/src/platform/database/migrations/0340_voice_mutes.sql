-- Who was muted for all in the voice room of a group: also after they have left and come back. It ends
-- with the room, when everyone has gone.
create table voice_mutes (
  room_id uuid not null references voice_rooms (room_id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  primary key (room_id, user_id)
);
create index voice_mutes_by_user on voice_mutes (user_id);
