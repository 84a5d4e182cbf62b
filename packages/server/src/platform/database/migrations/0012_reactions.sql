-- Everything that can be liked and commented, with its counters; who may see it is known by the feature of its kind.
create table reaction_objects (
  id uuid primary key,
  kind text not null check (kind in ('userpost', 'userphoto', 'publicpost', 'video', 'game')),
  owner_id uuid references people (id) on delete cascade,
  likes int not null default 0 check (likes >= 0),
  comments int not null default 0 check (comments >= 0)
);
create index reaction_objects_by_owner on reaction_objects (owner_id);

create table likes (
  object_id uuid not null references reaction_objects (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (object_id, user_id)
);
create index likes_by_user on likes (user_id);

create table comments (
  id uuid primary key,
  object_id uuid not null references reaction_objects (id) on delete cascade,
  author_id uuid not null references people (id) on delete cascade,
  text text not null,
  likes int not null default 0 check (likes >= 0),
  created_at timestamptz not null default now()
);
create index comments_of_object on comments (object_id, id desc);
create index comments_by_author on comments (author_id);

create table comment_likes (
  comment_id uuid not null references comments (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_likes_by_user on comment_likes (user_id);
