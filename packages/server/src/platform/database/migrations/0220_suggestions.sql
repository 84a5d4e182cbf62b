-- Who sees a member's games, and to whom the member is suggested as a friend.
alter table people
  add column games_for text not null default 'all' check (games_for in ('all', 'friends', 'nobody')),
  add column suggested_to text not null default 'all' check (suggested_to in ('all', 'nobody'));

-- Suggested people whom a member does not want to be shown again.
create table hidden_suggestions (
  user_id uuid not null references people (id) on delete cascade,
  other_id uuid not null references people (id) on delete cascade,
  id uuid not null,
  primary key (user_id, other_id),
  check (user_id <> other_id)
);
create index hidden_suggestions_of on hidden_suggestions (user_id, id desc);
create index hidden_suggestions_against on hidden_suggestions (other_id);

-- People of one city, newest first. The order is by the id and not by the last visit, because
-- every visit would then have to rewrite all indexes of the person.
create index people_by_city on people (btrim(fold_search(city)), id desc) where is_listed and city <> '';
-- Who marked a game last.
create index game_statuses_of_game on game_statuses (game_id, id desc) include (user_id) where status <> 'dropped';

-- Friend requests of a member, newest first, in both directions.
create index friend_requests_incoming on friend_requests (to_id, created_at desc, from_id desc);
create index friend_requests_outgoing on friend_requests (from_id, created_at desc, to_id desc);
drop index friend_requests_to;
