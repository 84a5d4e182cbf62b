-- What a member keeps to find again. The object has no foreign key: it may be of any kind, and one
-- that is gone is shown as gone.
create table bookmark_folders (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create index bookmark_folders_of on bookmark_folders (user_id, id);

-- Ids carry the time of adding, which lists are ordered by.
create table bookmarks (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('userpost', 'publicpost', 'video', 'app', 'ad')),
  object_id uuid not null,
  folder_id uuid references bookmark_folders (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (user_id, kind, object_id)
);
create index bookmarks_of on bookmarks (user_id, id desc);
create index bookmarks_of_kind on bookmarks (user_id, kind, id desc);
create index bookmarks_in_folder on bookmarks (folder_id, id desc) where folder_id is not null;
