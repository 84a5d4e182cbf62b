-- What is popular is picked among the newest public posts and articles of the whole site.
create index posts_newest_public on posts (id desc) where not is_draft and audience = 'all';
create index public_posts_newest on public_posts (id desc) where state = 'published';

-- Members who no longer want to see the first steps.
create table dismissed_steps (
  user_id uuid primary key references people (id) on delete cascade,
  dismissed_at timestamptz not null default now()
);
