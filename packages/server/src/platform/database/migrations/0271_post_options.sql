-- Who may comment, among those who see the post.
alter table posts add column comments_for text not null default 'all'
  check (comments_for in ('all', 'friends', 'nobody'));
alter table public_posts add column comments_for text not null default 'all'
  check (comments_for in ('all', 'subscribers', 'nobody'));

-- A scheduled post is a draft with a time; a job publishes it.
alter table posts add column publish_at timestamptz;
alter table posts add constraint posts_scheduled check (publish_at is null or is_draft);
create index posts_scheduled on posts (author_id, id desc) where publish_at is not null;

-- A video of the author's channel. The post outlives it, so it is no foreign key.
alter table posts add column video_id uuid;
