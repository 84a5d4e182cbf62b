-- Bytes that are stored once however many things hold them; they lie in the storage under blobs/{name}, the renditions of a picture beside them.
-- The name is as new as its bytes and never comes again: whatever finds no row by it may remove the bytes at any time.
create table blobs (
  id uuid primary key,
  hash bytea not null unique,
  name text not null unique,
  bytes bigint not null check (bytes >= 0),
  -- the rows of media_files that hold it; the last that goes takes it along
  refs int not null check (refs > 0),
  -- of its rendition in pixels, once that is made
  width int,
  height int,
  thumbhash text,
  created_at timestamptz not null default now()
);
alter table media_files add column blob_id uuid references blobs (id);
create index media_files_blob on media_files (blob_id) where blob_id is not null;

-- Uploads that may be gone on with; their bytes lie outside of the storage, in a folder of their own.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references people (id) on delete cascade,
  purpose text not null,
  filename text not null,
  bytes bigint not null check (bytes >= 0),
  created_at timestamptz not null default now()
);
create index uploads_of on uploads (owner_id, id);
create index uploads_old on uploads (created_at);

-- What somebody's cloud takes, the trash included; whoever changes a cloud holds its row, so one cloud changes in turn.
create table cloud_owners (
  owner_id uuid primary key references people (id) on delete cascade,
  used bigint not null default 0 check (used >= 0),
  files int not null default 0 check (files >= 0),
  folders int not null default 0 check (folders >= 0)
);

create collation if not exists ru_natural (provider = icu, locale = 'ru-u-kn-true');
create table cloud_nodes (
  id uuid primary key,
  owner_id uuid not null references people (id) on delete cascade,
  -- null: the root
  parent_id uuid references cloud_nodes (id) on delete set null,
  -- the folder, or its owner for the root: an index does not know that things without a folder are sorted among themselves
  place uuid not null generated always as (coalesce(parent_id, owner_id)) stored,
  is_folder boolean not null,
  name text not null,
  -- what its content says it is, and its name under /media/cloud
  type text not null,
  stored text unique,
  bytes bigint not null default 0,
  is_public boolean not null default false,
  -- people it was sent to
  shared int not null default 0,
  -- what the sender calls one sending, so that it is one file however often it is sent
  client_key uuid,
  -- in the trash: all that was thrown away at once has one id, which tells the order; the time stands at what was thrown away, not at what lies in it
  trash_id uuid,
  trashed_at timestamptz,
  created_at timestamptz not null default now(),
  check (is_folder = (stored is null)),
  check (trashed_at is null or trash_id is not null)
);
create unique index cloud_nodes_names on cloud_nodes (place, lower(name)) where trash_id is null;
create index cloud_nodes_by_name on cloud_nodes (place, is_folder, name collate ru_natural, id) where trash_id is null;
create index cloud_nodes_by_date on cloud_nodes (place, is_folder, id) where trash_id is null;
create index cloud_nodes_by_size on cloud_nodes (place, is_folder, bytes, id) where trash_id is null;
create index cloud_nodes_by_type on cloud_nodes (place, is_folder, type, id) where trash_id is null;
create index cloud_nodes_of on cloud_nodes (owner_id, id);
create unique index cloud_nodes_sendings on cloud_nodes (owner_id, client_key) where client_key is not null;
create index cloud_nodes_in on cloud_nodes (parent_id);
create index cloud_nodes_folders on cloud_nodes (owner_id, id) where is_folder;
create index cloud_nodes_trash on cloud_nodes (owner_id, trash_id) where trash_id is not null;
create index cloud_nodes_dying on cloud_nodes (trashed_at) where trashed_at is not null;

-- To whom a file was sent, and the copy that they took.
create table cloud_grants (
  node_id uuid not null references cloud_nodes (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  id uuid not null,
  copy_id uuid references cloud_nodes (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (node_id, user_id)
);
create index cloud_grants_newest on cloud_grants (node_id, id);
create index cloud_grants_to on cloud_grants (user_id, id);
create index cloud_grants_copies on cloud_grants (copy_id) where copy_id is not null;

-- What may be reported is said by the contract alone: every new kind of thing would have to be told here again.
alter table reports drop constraint if exists reports_kind_check;
