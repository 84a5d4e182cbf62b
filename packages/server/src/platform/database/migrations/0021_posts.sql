create table posts (
  id uuid primary key,
  author_id uuid not null references people (id) on delete cascade,
  text text not null,
  -- what the page needs of each picture, in order: name, width, height, thumbhash
  pictures jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index posts_wall on posts (author_id, id desc);
