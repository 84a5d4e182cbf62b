create table notifications (
  id uuid primary key,
  to_id uuid not null references people (id) on delete cascade,
  from_id uuid not null references people (id) on delete cascade,
  type text not null check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file')),
  title text not null,
  post_type text,
  post_id uuid,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_newest on notifications (to_id, id desc);
create index notifications_unread on notifications (to_id) where checked_at is null;
create index notifications_of_object on notifications (post_id) where post_id is not null;
create index notifications_by_sender on notifications (from_id, to_id, type);

-- one visit notice a day from one person to another
create table visit_notices (
  from_id uuid not null references people (id) on delete cascade,
  to_id uuid not null references people (id) on delete cascade,
  day date not null,
  primary key (from_id, to_id)
);
create index visit_notices_to on visit_notices (to_id);
