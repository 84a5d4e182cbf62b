create table blocks (
  blocker_id uuid not null references accounts (id) on delete cascade,
  blocked_id uuid not null references accounts (id) on delete cascade,
  id uuid not null unique,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of on blocks (blocker_id, id desc);
create index blocks_against on blocks (blocked_id, blocker_id);

-- Whose posts and notices somebody does not want to see; the other one never learns.
create table mutes (
  muter_id uuid not null references accounts (id) on delete cascade,
  muted_id uuid not null references accounts (id) on delete cascade,
  id uuid not null unique,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_of on mutes (muter_id, id desc);
create index mutes_against on mutes (muted_id);

alter table people
  add column messages_for text not null default 'all' check (messages_for in ('all', 'friends', 'nobody')),
  add column wall_for text not null default 'all' check (wall_for in ('all', 'friends', 'nobody')),
  add column friends_for text not null default 'all' check (friends_for in ('all', 'friends', 'nobody')),
  add column presence_for text not null default 'all' check (presence_for in ('all', 'friends', 'nobody'));
