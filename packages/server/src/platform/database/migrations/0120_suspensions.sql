-- Who may not come in. One that has ended says nothing any more, and is swept.
create table suspensions (
  user_id uuid primary key references accounts (id) on delete cascade,
  -- a UUIDv7 of when: the list's order
  id uuid not null unique,
  reason text not null,
  -- null: for ever
  until timestamptz,
  created_at timestamptz not null default now()
);
create index suspensions_newest on suspensions (id desc);
create index suspensions_ending on suspensions (until) where until is not null;
-- The admin finds accounts by the beginning of their address.
create index accounts_by_email on accounts (email text_pattern_ops);
