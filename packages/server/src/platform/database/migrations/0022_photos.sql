create table photos (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  -- what the page needs of the picture: name, width, height, thumbhash
  picture jsonb not null,
  created_at timestamptz not null default now()
);
create index photos_newest on photos (user_id, id desc);
create unique index photos_by_name on photos ((picture ->> 'name'));
