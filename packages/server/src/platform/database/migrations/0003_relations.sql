create table friendships (
  user_id uuid not null references people (id) on delete cascade,
  friend_id uuid not null references people (id) on delete cascade,
  -- one id for both rows of a pair; lists walk it by keyset
  id uuid not null,
  primary key (user_id, friend_id),
  check (user_id <> friend_id)
);
create unique index friendships_newest on friendships (user_id, id desc) include (friend_id);
create index friendships_by_friend on friendships (friend_id);

create table friend_requests (
  from_id uuid not null references people (id) on delete cascade,
  to_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (from_id, to_id),
  check (from_id <> to_id)
);
-- two people have one open request between them, whoever asked
create unique index friend_requests_pair on friend_requests (least(from_id, to_id), greatest(from_id, to_id));
create index friend_requests_to on friend_requests (to_id);

-- whom somebody turned down, so that they are not asked again at once
create table friend_refusals (
  from_id uuid not null references people (id) on delete cascade,
  to_id uuid not null references people (id) on delete cascade,
  refused_at timestamptz not null default now(),
  primary key (from_id, to_id)
);
create index friend_refusals_to on friend_refusals (to_id);
