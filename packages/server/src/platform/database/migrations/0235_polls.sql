-- A poll belongs to one message, wall post or community article, and is deleted with it. Publishing
-- a draft gives the post a new id; the poll follows it. A deleted message stays as a tombstone, so
-- its poll is deleted by the same transaction.
create table polls (
  id uuid primary key,
  room_id uuid references rooms (id) on delete cascade,
  message_id uuid,
  post_id uuid references posts (id) on delete cascade on update cascade,
  article_id uuid references public_posts (id) on delete cascade on update cascade,
  question text not null,
  is_multiple boolean not null,
  is_anonymous boolean not null,
  closes_at timestamptz,
  closed_at timestamptz,
  voters int not null default 0 check (voters >= 0),
  created_at timestamptz not null default now(),
  check (num_nonnulls(message_id, post_id, article_id) = 1),
  check ((room_id is null) = (message_id is null))
);
create unique index polls_by_message on polls (message_id) where message_id is not null;
create unique index polls_by_post on polls (post_id) where post_id is not null;
create unique index polls_by_article on polls (article_id) where article_id is not null;
create index polls_by_room on polls (room_id) where room_id is not null;

create table poll_options (
  id uuid primary key,
  poll_id uuid not null references polls (id) on delete cascade,
  place smallint not null,
  text text not null,
  votes int not null default 0 check (votes >= 0),
  unique (poll_id, place)
);

-- Ids carry the time, so the voters of an option are listed in the order of their votes.
create table poll_votes (
  id uuid primary key,
  poll_id uuid not null references polls (id) on delete cascade,
  option_id uuid not null references poll_options (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (poll_id, user_id, option_id)
);
create unique index poll_votes_by_option on poll_votes (option_id, id);
create unique index poll_votes_by_user on poll_votes (user_id, id);

-- A list looks for polls only where a row says that it has one.
alter table messages add column has_poll boolean not null default false;
alter table posts add column has_poll boolean not null default false;
alter table public_posts add column has_poll boolean not null default false;
