-- Inner ads: members' own advertising.
create table promos (
  id uuid primary key,
  owner_id uuid not null references people (id),
  title text not null,
  text text not null default '',
  -- an absolute http(s) address; empty: none
  link text not null default '',
  -- what the page needs of it: name, width, height, thumbhash
  picture jsonb not null,
  -- what is shown stays so until it is swept after its end: until then its end is looked at too
  state text not null default 'waiting' check (state in ('waiting', 'shown', 'refused', 'ended')),
  -- why it was refused
  reason text not null default '',
  days int not null check (days >= 1),
  -- where it stands among those that members are shown: who asks begins somewhere by chance
  place double precision not null default random(),
  views int not null default 0 check (views >= 0),
  clicks int not null default 0 check (clicks >= 0),
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  ends_at timestamptz,
  check ((state in ('shown', 'ended')) = (ends_at is not null))
);
create index promos_of_owner on promos (owner_id, id desc);
create index promos_waiting on promos (id) where state = 'waiting';
create index promos_in_turn on promos (place, id) include (owner_id, ends_at) where state = 'shown';
create index promos_ending on promos (ends_at) where state = 'shown';

-- Who was shown one on which day, and went where it leads: one of each a day counts.
create table promo_seen (
  user_id uuid not null references people (id) on delete cascade,
  promo_id uuid not null references promos (id) on delete cascade,
  day date not null,
  -- one may go there by the page alone
  viewed boolean not null,
  clicked boolean not null,
  primary key (user_id, promo_id, day)
);
create index promo_seen_by_promo on promo_seen (promo_id);

create table promo_days (
  promo_id uuid not null references promos (id) on delete cascade,
  day date not null,
  views int not null default 0 check (views >= 0),
  clicks int not null default 0 check (clicks >= 0),
  primary key (promo_id, day)
);

create table promo_hidden (
  user_id uuid not null references people (id) on delete cascade,
  promo_id uuid not null references promos (id) on delete cascade,
  primary key (user_id, promo_id)
);
create index promo_hidden_by_promo on promo_hidden (promo_id);

alter table notifications drop constraint if exists notifications_type_check,
  add constraint notifications_type_check check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file', 'invite', 'mention', 'public', 'video', 'board', 'promo'));
