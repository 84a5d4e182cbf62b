-- Passkeys: public keys of devices that sign a member in without a password (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  -- as the device names the key
  credential_id bytea not null unique,
  public_key bytea not null,
  -- how often the device says it has signed; 0 for devices that do not count
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, id);

-- What a device is to sign, once. Without a user it is a sign-in.
create table passkey_challenges (
  hash bytea primary key,
  user_id uuid references accounts (id) on delete cascade,
  dies_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id);
create index passkey_challenges_dead on passkey_challenges (dies_at);
