-- How many messages are deleted in each thousand of a room's places: the n-th from the end is found by these, not by walking over all that are newer.
-- Nothing is written here when one sends.
create table room_gaps (
  room_id uuid not null references rooms (id) on delete cascade,
  -- places 0 to 999 are the block 0
  block int not null,
  gone int not null,
  primary key (room_id, block)
);
insert into room_gaps (room_id, block, gone)
select m.room_id, m.position / 1000, count(*) from messages m join rooms r on r.id = m.room_id where m.deleted_at is not null group by 1, 2;
