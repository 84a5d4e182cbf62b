create table video_channels (
  id uuid primary key,
  name text not null,
  description text not null default '',
  category text not null,
  avatar_url text not null default '',
  banner_url text not null default 'banner.jpg',
  -- one channel for each member
  admin_id uuid not null unique references people (id),
  subscribers_count int not null default 0 check (subscribers_count >= 0),
  -- what everybody finds: ready, and for all
  videos_count int not null default 0 check (videos_count >= 0),
  created_at timestamptz not null default now(),
  -- folded as people.search is
  search text not null generated always as (translate(lower(name || ' ' || description || ' ' || category), 'ё', 'е')) stored
);
create index video_channels_by_size on video_channels (subscribers_count desc, id desc);
create index video_channels_of_category on video_channels (category, subscribers_count desc, id desc);
create index video_channels_by_name on video_channels (lower(name), id);
create index video_channels_search on video_channels using gin (search gin_trgm_ops);

create table channel_helpers (
  channel_id uuid not null references video_channels (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index channel_helpers_by_user on channel_helpers (user_id, channel_id);

create table channel_subscriptions (
  channel_id uuid not null references video_channels (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  -- carries the time of subscribing: both lists are in its order
  id uuid not null,
  primary key (channel_id, user_id)
);
create index channel_subscriptions_of_user on channel_subscriptions (user_id, id desc) include (channel_id);
create index channel_subscriptions_of_channel on channel_subscriptions (channel_id, id desc) include (user_id);

create table videos (
  id uuid primary key,
  channel_id uuid not null references video_channels (id) on delete cascade,
  -- whose channel it is, beside the video: every list asks whether that person shuts the viewer out
  owner_id uuid not null references people (id),
  -- who uploaded it; nobody once they have gone
  author_id uuid references people (id) on delete set null,
  title text not null,
  description text not null default '',
  category text not null,
  -- name, width, height, thumbhash; and whether it was chosen by a person
  preview jsonb,
  is_preview_chosen boolean not null default false,
  -- the file as it was uploaded, what it is by its content, and whether browsers play it as it is
  source text not null,
  container text not null,
  plays boolean not null,
  width int not null,
  height int not null,
  duration real not null,
  state text not null check (state in ('processing', 'ready', 'failed')),
  ladder text not null check (ladder in ('none', 'waiting', 'done', 'failed')),
  -- the list of all qualities, and the pictures of the seek bar
  stream text not null default '',
  sprite jsonb,
  audience text not null check (audience in ('all', 'link', 'friends')),
  views int not null default 0 check (views >= 0),
  -- views of the last days, each weighing less; counted by a job
  popularity real not null default 0,
  -- subscribers have heard of it, or need not
  is_told boolean not null default false,
  created_at timestamptz not null default now(),
  listed boolean not null generated always as (state = 'ready' and audience = 'all') stored,
  search text not null generated always as (translate(lower(title || ' ' || description || ' ' || category), 'ё', 'е')) stored
);
create index videos_new on videos (id desc) where listed;
create index videos_of_category on videos (category, id desc) where listed;
create index videos_popular on videos (popularity desc, id desc) where listed;
create index videos_popular_of_category on videos (category, popularity desc, id desc) where listed;
create index videos_of_channel on videos (channel_id, id desc);
create index videos_listed_of_channel on videos (channel_id, id desc) where listed;
create index videos_by_owner on videos (owner_id);
create index videos_by_author on videos (author_id, id);
create index videos_search on videos using gin (search gin_trgm_ops);

-- How many videos everybody finds, by category: counting a hundred thousand of them for each list would cost more than the list.
create table video_totals (
  category text primary key,
  videos int not null default 0 check (videos >= 0)
);

-- Views by day; one from each viewer.
create table video_days (
  video_id uuid not null references videos (id) on delete cascade,
  day date not null,
  views int not null default 0 check (views >= 0),
  primary key (video_id, day)
);

create table video_watches (
  user_id uuid not null references people (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  -- where it stands in the history; nowhere once it was taken out
  id uuid,
  -- seconds
  position real not null default 0,
  -- the last day on which the view was counted
  viewed_on date,
  primary key (user_id, video_id)
);
create index video_watches_history on video_watches (user_id, id desc) where id is not null;
create index video_watches_of_video on video_watches (video_id, user_id);

-- What was picked for a member, at most some minutes old: ids of videos or channels, the best first.
create table video_picks (
  user_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('recommended', 'interesting', 'channels')),
  ids uuid[] not null,
  made_at timestamptz not null,
  asked_at timestamptz not null,
  primary key (user_id, kind)
);
create index video_picks_asked on video_picks (asked_at);

create table video_later (
  user_id uuid not null references people (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  id uuid not null,
  primary key (user_id, video_id)
);
create index video_later_of on video_later (user_id, id desc);
create index video_later_by_video on video_later (video_id);

create table video_playlists (
  id uuid primary key,
  owner_id uuid not null references people (id) on delete cascade,
  name text not null,
  is_open boolean not null default false,
  created_at timestamptz not null default now()
);
create index video_playlists_of on video_playlists (owner_id, id desc);
create table video_playlist_items (
  playlist_id uuid not null references video_playlists (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  id uuid not null,
  primary key (playlist_id, video_id)
);
create index video_playlist_items_of on video_playlist_items (playlist_id, id);
create index video_playlist_items_by_video on video_playlist_items (video_id);

-- A comment may be pinned to a second of a video.
alter table comments add column second int check (second >= 0);
create index comments_moments on comments (object_id, likes desc, id) where second is not null;

alter table notifications drop constraint if exists notifications_type_check,
  add constraint notifications_type_check check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file', 'invite', 'mention', 'public', 'video'));
