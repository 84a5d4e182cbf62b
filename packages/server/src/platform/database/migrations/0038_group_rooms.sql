-- A line that the house wrote into a group: kind, whom it is about, a title. Its sentence is made when it is read, from the names of that day.
alter table messages add column system jsonb;
create index messages_system_whom on messages ((system ->> 'userId')) where system is not null;

-- Who came later has the whole history, but nothing of it to read: what was there at that time does not count.
alter table room_members add column joined_position bigint not null default 0;
create index room_members_standing on room_members (room_id, joined_at, user_id);

-- Who left a group and does not want to be asked back.
create table room_refusals (
  room_id uuid not null references rooms (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  refused_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index room_refusals_of on room_refusals (user_id, room_id);

alter table notifications drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file', 'invite'));
alter table reports drop constraint reports_kind_check,
  add constraint reports_kind_check check (kind in ('person', 'userpost', 'userphoto', 'comment', 'message', 'group'));
