-- The order of the member's pinned rooms, the smallest first. The room's position when the member
-- archived it: a private room leaves the archive with the statement that writes a message of the other
-- member, a group chat by comparison with its messages, because nothing is written per member there.
alter table room_members
  add column pin_rank int,
  add column archived_position bigint,
  add check (pin_rank is null or archived_position is null);
create index room_members_pinned on room_members (user_id, pin_rank) where pin_rank is not null;
create index room_members_archived on room_members (user_id, touched desc)
  where archived_position is not null;

create table chat_folders (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  name text not null,
  rank int not null,
  -- rooms that the folder holds without being chosen: private, groups, unread
  kinds text[] not null default '{}'
    check (kinds <@ array['private', 'groups', 'unread']),
  created_at timestamptz not null default now()
);
create index chat_folders_of on chat_folders (user_id, rank);

-- A room leaves the folders of a member with the membership.
create table chat_folder_rooms (
  folder_id uuid not null references chat_folders (id) on delete cascade,
  room_id uuid not null,
  user_id uuid not null,
  primary key (folder_id, room_id),
  foreign key (room_id, user_id) references room_members (room_id, user_id) on delete cascade
);
create index chat_folder_rooms_of on chat_folder_rooms (room_id, user_id);
