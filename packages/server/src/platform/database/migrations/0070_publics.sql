create table publics (
  id uuid primary key,
  name text not null,
  description text not null default '',
  avatar_url text not null default '',
  banner_url text not null default 'banner.jpg',
  admin_id uuid not null references people (id),
  subscribers_count int not null default 0 check (subscribers_count >= 0),
  -- what everybody sees: neither what waits for its hour nor what is proposed
  posts_count int not null default 0 check (posts_count >= 0),
  created_at timestamptz not null default now(),
  -- folded as people.search is
  search text not null generated always as (translate(lower(name || ' ' || description), 'ё', 'е')) stored
);
create index publics_by_admin on publics (admin_id, id desc);
create index publics_search on publics using gin (search gin_trgm_ops);
create index publics_by_size on publics (subscribers_count desc, id desc);

create table public_subscriptions (
  public_id uuid not null references publics (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  -- carries the time of subscribing: both lists are in its order
  id uuid not null,
  primary key (public_id, user_id)
);
create index public_subscriptions_of_user on public_subscriptions (user_id, id desc) include (public_id);
create index public_subscriptions_of_public on public_subscriptions (public_id, id desc) include (user_id);

create table public_editors (
  public_id uuid not null references publics (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (public_id, user_id)
);
create index public_editors_by_user on public_editors (user_id, public_id);

create table public_bans (
  public_id uuid not null references publics (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (public_id, user_id)
);
create index public_bans_of_public on public_bans (public_id, created_at desc);
create index public_bans_by_user on public_bans (user_id);

create table public_posts (
  id uuid primary key,
  public_id uuid not null references publics (id) on delete cascade,
  -- who wrote it; nobody once they have gone
  author_id uuid references people (id) on delete set null,
  title text not null,
  text text not null,
  -- what the page needs of each picture, in order: name, width, height, thumbhash
  pictures jsonb not null,
  -- ids carry the time that lists are in the order of: what is published gets a new one
  state text not null check (state in ('published', 'scheduled', 'proposed')),
  publish_at timestamptz check ((publish_at is not null) = (state = 'scheduled')),
  is_proposal boolean not null default false,
  is_pinned boolean not null default false check (not is_pinned or state = 'published'),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index public_posts_shown on public_posts (public_id, id desc) where state = 'published';
create index public_posts_waiting on public_posts (public_id, state, id desc) where state <> 'published';
create unique index public_posts_pinned on public_posts (public_id) where is_pinned;
create index public_posts_by_author on public_posts (author_id, id desc);

-- What those who run a group are told of it.
create table public_notices (
  id uuid primary key,
  public_id uuid not null references publics (id) on delete cascade,
  from_id uuid not null references people (id) on delete cascade,
  type text not null check (type in ('subscribe', 'like', 'comment', 'proposal')),
  post_id uuid references public_posts (id) on delete cascade on update cascade,
  created_at timestamptz not null default now()
);
create unique index public_notices_once on public_notices (public_id, from_id, type, coalesce(post_id, '00000000-0000-0000-0000-000000000000'));
create index public_notices_of_public on public_notices (public_id, id desc);
create index public_notices_by_person on public_notices (from_id);
create index public_notices_of_post on public_notices (post_id);
-- How far each of them has read.
create table public_notice_marks (
  public_id uuid not null references publics (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  last_id uuid not null,
  primary key (public_id, user_id)
);
create index public_notice_marks_by_user on public_notice_marks (user_id);

-- News of one's own group gather in one line, as likes do.
drop index notifications_gathering;
create unique index notifications_gathering on notifications (to_id, type, coalesce(post_id, '00000000-0000-0000-0000-000000000000'))
  where checked_at is null and type in ('like', 'comment', 'visit', 'mention', 'public');
alter table notifications drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file', 'invite', 'mention', 'public'));
