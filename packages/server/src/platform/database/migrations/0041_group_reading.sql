-- A group has up to 200 members. Nothing is written for each of them when one writes: what is new for somebody follows from how far they have read, and
-- a group has its place in the list of rooms by its own newest message.
alter table rooms add column touched uuid;
alter table room_members add column is_group boolean not null default false;
update rooms r set touched = coalesce((select m.id from messages m where m.room_id = r.id order by m.position desc limit 1), r.id) where is_group;
update room_members m set is_group = true, unread = 0 from rooms r where r.id = m.room_id and r.is_group;
alter table rooms add check (is_group = (touched is not null));
alter table room_members add check (unread = 0 or not is_group);

drop index room_members_newest;
create unique index room_members_newest on room_members (user_id, touched desc) where not is_group;
create index room_members_groups on room_members (user_id) where is_group;
