-- Cards of pages of other sites, made by a job. A card belongs to an address, however many texts
-- name it; `url_hash` is the SHA-256 of the address. `site_key` groups hosts of one site, so that
-- one site is not requested too often.
create table link_cards (
  url_hash bytea primary key,
  url text not null,
  site_key text not null,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'none')),
  site text not null default '',
  title text not null default '',
  text text not null default '',
  -- what the page needs of the picture: name, width, height, thumbhash
  picture jsonb,
  fetched_at timestamptz,
  created_at timestamptz not null default now()
);
create index link_cards_by_site on link_cards (site_key, fetched_at);

-- The card of a message, a wall post or an article. Publishing a draft gives the post a new id; the
-- card follows it. A deleted message stays as a tombstone, so its row is deleted by the same
-- transaction. A card that its author has removed stays removed.
create table attached_links (
  id uuid primary key,
  room_id uuid references rooms (id) on delete cascade,
  message_id uuid,
  post_id uuid references posts (id) on delete cascade on update cascade,
  article_id uuid references public_posts (id) on delete cascade on update cascade,
  author_id uuid references people (id) on delete set null,
  url_hash bytea not null references link_cards (url_hash),
  removed_at timestamptz,
  check (num_nonnulls(message_id, post_id, article_id) = 1),
  check ((room_id is null) = (message_id is null))
);
create unique index attached_links_by_message on attached_links (message_id) where message_id is not null;
create unique index attached_links_by_post on attached_links (post_id) where post_id is not null;
create unique index attached_links_by_article on attached_links (article_id) where article_id is not null;
create index attached_links_by_room on attached_links (room_id) where room_id is not null;
create index attached_links_by_author on attached_links (author_id) where author_id is not null;
-- Ids begin with their time, so the newest uses of a card are found by id.
create index attached_links_by_card on attached_links (url_hash, id);

alter table people add column link_cards boolean not null default true;
