alter table posts
  add column audience text not null default 'all' check (audience in ('all', 'friends')),
  -- seen by its author alone; published, it gets a new id, because ids carry the time that lists are in the order of
  add column is_draft boolean not null default false,
  add column is_pinned boolean not null default false,
  add column edited_at timestamptz,
  add constraint posts_pinned_is_published check (not (is_draft and is_pinned));
drop index posts_wall;
create index posts_wall on posts (author_id, is_draft, id desc);
-- what strangers see of a wall
create index posts_public on posts (author_id, id desc) where not is_draft and audience = 'all';
create unique index posts_pinned on posts (author_id) where is_pinned;

-- how many of posts_count are for friends alone
alter table people add column friends_posts_count int not null default 0 check (friends_posts_count >= 0);
