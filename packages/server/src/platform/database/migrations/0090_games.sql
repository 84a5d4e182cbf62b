create table games (
  id uuid primary key,
  name text not null,
  description text not null default '',
  genres text[] not null default '{}',
  tags text[] not null default '{}',
  -- what filters look at
  labels text[] not null generated always as (genres || tags) stored,
  -- what the page needs of a picture: name, width, height, thumbhash
  preview jsonb,
  screenshots jsonb not null default '[]',
  -- of the newest version
  version text not null,
  -- of the newest file: what an update has to fit
  package text,
  version_code bigint,
  certificate text,
  rating_sum int not null default 0 check (rating_sum >= votes),
  votes int not null default 0 check (votes >= 0),
  -- the mean as if five members had given 3.5 before: one vote makes nothing the best of all
  rank float8 not null generated always as ((rating_sum + 17.5) / (votes + 5)) stored,
  downloads int not null default 0 check (downloads >= 0),
  versions int not null default 0 check (versions >= 0),
  is_landing boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- folded as people.search is
  search text not null generated always as (translate(lower(name || ' ' || description), 'ё', 'е')) stored
);
-- Each order holds the labels too: a page that filters looks into the index alone.
create index games_newest on games (id desc) include (labels);
create index games_popular on games (downloads desc, id desc) include (labels);
create index games_best on games (rank desc, id desc) include (labels);
create index games_labels on games using gin (labels);
create index games_search on games using gin (search gin_trgm_ops);
create unique index games_landing on games (is_landing) where is_landing;

-- Genres and tags in use, with the number of their games.
create table game_labels (
  name text primary key,
  is_genre boolean not null,
  games int not null check (games >= 0)
);
create index game_labels_frequent on game_labels (is_genre desc, games desc, name);

create table game_versions (
  id uuid primary key,
  game_id uuid not null references games (id) on delete cascade,
  version text not null,
  changes text not null default '',
  -- the name under /media/gamedownloads; null: there is no file, or it is not kept any more
  file text unique,
  -- what the file says of itself
  passport jsonb,
  downloads int not null default 0 check (downloads >= 0),
  created_at timestamptz not null default now()
);
create index game_versions_newest on game_versions (game_id, id desc);

-- Who downloaded what: a member counts once for each version.
create table game_downloads (
  version_id uuid not null references game_versions (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (version_id, user_id)
);
create index game_downloads_by_user on game_downloads (user_id, version_id);

create table game_votes (
  game_id uuid not null references games (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  rating int not null check (rating between 1 and 5),
  primary key (game_id, user_id)
);
create index game_votes_by_user on game_votes (user_id, game_id);

create table game_statuses (
  game_id uuid not null references games (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  status text not null check (status in ('want', 'playing', 'finished', 'dropped')),
  -- carries the time of marking: lists are in its order
  id uuid not null,
  primary key (game_id, user_id)
);
create index game_statuses_of_user on game_statuses (user_id, status, id desc) include (game_id);
create index game_statuses_kept on game_statuses (user_id, game_id);

-- What is the house's own belongs to nobody who could be told of.
alter table reports alter column owner_id drop not null;
