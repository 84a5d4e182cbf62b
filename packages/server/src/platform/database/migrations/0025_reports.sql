-- What members tell the admin of; the desk reads it newest first. The object may be gone by then.
create table reports (
  id uuid primary key,
  reporter_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('person', 'userpost', 'userphoto', 'comment', 'message')),
  object_id uuid not null,
  owner_id uuid not null references accounts (id) on delete cascade,
  reason text not null check (reason in ('spam', 'insult', 'fraud', 'adult', 'violence', 'other')),
  text text not null default '',
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (reporter_id, kind, object_id)
);
create index reports_open on reports (id desc) where closed_at is null;
create index reports_of_owner on reports (owner_id, id desc);
