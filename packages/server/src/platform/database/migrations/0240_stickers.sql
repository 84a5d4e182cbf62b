-- Packs of stickers and custom emoji.
create table sticker_packs (
  id uuid primary key,
  owner_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('sticker', 'emoji')),
  title text not null,
  items int not null default 0 check (items between 0 and 120),
  created_at timestamptz not null default now()
);
create index sticker_packs_newest on sticker_packs (owner_id, id desc);

-- A picture without a pack was removed from it and stays for the messages that show it.
create table stickers (
  id uuid primary key,
  pack_id uuid references sticker_packs (id) on delete set null,
  place int not null,
  emoji text not null,
  -- what the page needs of the picture: name, width, height, thumbhash
  picture jsonb not null,
  created_at timestamptz not null default now()
);
create index stickers_in_order on stickers (pack_id, place, id);
create index stickers_removed on stickers (id) where pack_id is null;

-- Which messages show a picture.
create table sticker_uses (
  room_id uuid not null references rooms (id) on delete cascade,
  message_id uuid not null,
  sticker_id uuid not null references stickers (id) on delete cascade,
  primary key (room_id, message_id, sticker_id)
);
create index sticker_uses_of on sticker_uses (sticker_id);

-- The packs that a member has added.
create table added_packs (
  user_id uuid not null references people (id) on delete cascade,
  pack_id uuid not null references sticker_packs (id) on delete cascade,
  place int not null,
  added_at timestamptz not null default now(),
  primary key (user_id, pack_id)
);
create index added_packs_in_order on added_packs (user_id, place, pack_id);
create index added_packs_of on added_packs (pack_id);

-- The hash of the bytes keeps one picture from being saved twice.
create table saved_gifs (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  hash bytea not null,
  picture jsonb not null,
  saved_at timestamptz not null default now(),
  unique (user_id, hash)
);
create index saved_gifs_newest on saved_gifs (user_id, id desc);
