create table classifieds (
  id uuid primary key,
  owner_id uuid not null references people (id),
  title text not null,
  description text not null default '',
  -- whole roubles
  price int not null check (price between 0 and 1000000000),
  game text not null default '',
  -- never in lists, never searched
  phone text not null default '',
  -- what the page needs of each: name, width, height, thumbhash
  pictures jsonb not null default '[]',
  -- what the seller says of an account
  passport jsonb,
  -- what its words may be up to, found when they are written: finding it takes longer than reading the advert
  warnings jsonb not null default '[]',
  looks int not null default 0 check (looks >= 0),
  created_at timestamptz not null default now(),
  ends_at timestamptz,
  closed_at timestamptz,
  -- false once it is sold, and once it is swept after its end: until then lists look at the end too
  listed boolean not null default true,
  -- saved searches have been asked whether it fits them
  matched_at timestamptz,
  has_pictures boolean not null generated always as (pictures <> '[]'::jsonb) stored,
  -- folded as people.search is
  game_key text not null generated always as (translate(lower(game), 'ё', 'е')) stored,
  -- with a space before every word: one and two letters look for the beginnings of words
  search text not null generated always as (translate(lower(' ' || title || ' ' || description || ' ' || game), E'ё\n\t', 'е  ')) stored
);
-- Each order holds what filters look at: a page looks into the index alone.
create index classifieds_newest on classifieds (id desc) include (price, has_pictures, ends_at, owner_id) where listed;
create index classifieds_by_price on classifieds (price, id) include (has_pictures, ends_at, owner_id) where listed;
create index classifieds_of_game on classifieds (game_key, id desc) include (price, has_pictures, ends_at, owner_id) where listed;
create index classifieds_of_game_by_price on classifieds (game_key, price, id) include (has_pictures, ends_at, owner_id) where listed;
create index classifieds_ending on classifieds (ends_at) where listed and ends_at is not null;
create index classifieds_of_owner on classifieds (owner_id, id desc);
create index classifieds_search on classifieds using gin (search gin_trgm_ops) where listed;

-- Who looked on which day: one look a day counts.
create table classified_looks (
  ad_id uuid not null references classifieds (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  day date not null,
  primary key (ad_id, user_id, day)
);
create index classified_looks_by_user on classified_looks (user_id, ad_id);

create table classified_favourites (
  ad_id uuid not null references classifieds (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  -- carries the time of marking: lists are in its order
  id uuid not null,
  primary key (user_id, ad_id)
);
create index classified_favourites_of on classified_favourites (user_id, id desc) include (ad_id);
create index classified_favourites_by_ad on classified_favourites (ad_id);

create table classified_searches (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  q text not null,
  game text not null,
  price_from int,
  price_to int,
  pictures boolean not null,
  -- what the text of an advert must have in it, and its game; folded, empty: anything
  needle text not null,
  game_key text not null,
  -- one thing that every advert has that fits, and as few other searches as may be: an advert looks up its own things here
  key text not null,
  created_at timestamptz not null default now()
);
create unique index classified_searches_once on classified_searches (user_id, needle, game_key, coalesce(price_from, -1), coalesce(price_to, -1), pictures);
create index classified_searches_of on classified_searches (user_id, id desc);
create index classified_searches_by_key on classified_searches (key);

-- Who is still to be told of a new advert.
create table classified_matches (
  ad_id uuid not null references classifieds (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  -- what they look for
  words text not null,
  primary key (ad_id, user_id)
);
create index classified_matches_by_user on classified_matches (user_id);

alter table notifications drop constraint if exists notifications_type_check,
  add constraint notifications_type_check check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file', 'invite', 'mention', 'public', 'video', 'board'));
