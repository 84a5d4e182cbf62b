create table people (
  id uuid primary key references accounts (id) on delete cascade,
  name text not null,
  surname text not null,
  birth_date date not null,
  country text not null default '',
  city text not null default '',
  about_me text not null default '',
  avatar_url text not null default '',
  banner_url text not null default 'banner.jpg',
  friends_count int not null default 0 check (friends_count >= 0),
  subscribes_count int not null default 0 check (subscribes_count >= 0),
  photos_count int not null default 0 check (photos_count >= 0),
  posts_count int not null default 0 check (posts_count >= 0),
  -- only activated accounts are found and listed
  is_listed boolean not null default false,
  last_online_at timestamptz,
  -- what the directory searches: lower case, ё folded to е
  search text not null generated always as (translate(lower(name || ' ' || surname), 'ё', 'е')) stored,
  search_surname text not null generated always as (translate(lower(surname), 'ё', 'е')) stored
);
create extension if not exists pg_trgm;
create index people_listed on people (id desc) where is_listed;
create index people_search on people using gin (search gin_trgm_ops) where is_listed;
create index people_by_name on people (search text_pattern_ops) where is_listed;
create index people_by_surname on people (search_surname text_pattern_ops) where is_listed;
