-- Moderators of a group chat: they exclude members, delete messages of others and lead its voice room.
-- The creator (rooms.creator_id) is never one.
alter table room_members add column is_moderator boolean not null default false;
