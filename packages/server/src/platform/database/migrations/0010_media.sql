-- One row for each stored thing; the bytes lie in the storage under folder and name, the smaller renditions of a picture beside it.
-- owner_id and scope_id (the room, post or album it belongs to) are no foreign keys: media knows none of the features above it, and
-- their tables come in other files. Whoever deletes the owner or the scope removes its media through the door of the feature, because
-- a cascade would take the row and leave the bytes.
create table media_files (
  id uuid primary key,
  folder text not null,
  name text not null,
  owner_id uuid,
  scope_id uuid,
  kind text not null check (kind in ('picture', 'video', 'audio', 'file')),
  mime text not null,
  width int,
  height int,
  thumbhash text,
  duration_ms int,
  bytes bigint not null check (bytes >= 0),
  created_at timestamptz not null,
  unique (folder, name)
);
create index media_files_owner on media_files (owner_id, id desc) where owner_id is not null;
create index media_files_scope on media_files (scope_id, id desc) where scope_id is not null;
