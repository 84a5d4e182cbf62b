-- A link to the old address, by which its owner takes a change of the e-mail back.
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check check (kind in ('activate', 'return', 'email', 'email_back'));

-- What an authenticator application shares with us. Not confirmed, it asks for nothing yet.
create table second_factors (
  user_id uuid primary key references accounts (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- the newest step of thirty seconds whose code was taken: a code is good once
  last_step bigint not null default 0,
  tries int not null default 0,
  locked_until timestamptz
);
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);
-- Who gave the right password and owes the code.
create table login_challenges (
  hash bytea primary key,
  user_id uuid not null references accounts (id) on delete cascade,
  dies_at timestamptz not null
);
create index login_challenges_by_user on login_challenges (user_id);
create index login_challenges_dead on login_challenges (dies_at);

-- Ids are UUIDv7: the order of the list, and what the sweep goes by.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references accounts (id) on delete cascade,
  device text not null,
  address text not null,
  outcome text not null check (outcome in ('in', 'wrong_password', 'wrong_code')),
  created_at timestamptz not null default now()
);
create index sign_ins_by_user on sign_ins (user_id, id desc);
