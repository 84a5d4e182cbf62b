-- The archive of a member's data: being made, ready for a day, or failed.
create table exports (
  id uuid primary key,
  user_id uuid not null unique references accounts (id) on delete cascade,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  progress int not null default 0 check (progress between 0 and 100),
  -- the attempt that is at work or has made it, and how many there were; the file is called after it, under exports/ of the storage
  run uuid unique,
  tries int not null default 0,
  bytes bigint,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  dies_at timestamptz not null
);
create index exports_dying on exports (dies_at);

create table export_links (
  hash bytea primary key,
  export_id uuid not null references exports (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index export_links_of on export_links (export_id, created_at);

-- Whatever a member keeps is walked page by page: the owner first, then what tells rows apart.
drop index likes_by_user;
create index likes_by_user on likes (user_id, object_id);
drop index comment_likes_by_user;
create index comment_likes_by_user on comment_likes (user_id, comment_id);
drop index comments_by_author;
create index comments_by_author on comments (author_id, id);
drop index friend_requests_to;
create index friend_requests_to on friend_requests (to_id, from_id);
drop index friend_refusals_to;
create index friend_refusals_to on friend_refusals (to_id, from_id);
drop index support_messages_by_sender;
create index support_messages_by_sender on support_messages (user_id, id) where user_id is not null;
