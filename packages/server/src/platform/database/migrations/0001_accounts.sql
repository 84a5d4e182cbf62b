create table accounts (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  activated_at timestamptz,
  -- the last day on which the member came, for the count of visits
  seen_on date,
  created_at timestamptz not null default now()
);
create index accounts_waiting on accounts (created_at) where activated_at is null;

create table sessions (
  id uuid primary key,
  user_id uuid not null references accounts (id) on delete cascade,
  -- the cookie that reads /media and nothing else
  media_hash bytea not null unique,
  device text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id, used_at desc);
create index sessions_by_use on sessions (used_at);

create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  -- grows with each rotation of the session
  turn int not null,
  first_used_at timestamptz,
  dies_at timestamptz
);
create unique index session_tokens_by_session on session_tokens (session_id, turn);

create table account_links (
  hash bytea primary key,
  user_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('activate', 'return', 'email')),
  email text,
  created_at timestamptz not null default now(),
  dies_at timestamptz not null
);
create index account_links_by_user on account_links (user_id, kind);

create table visits (
  day date primary key,
  members int not null default 0,
  visitors int not null default 0
);
