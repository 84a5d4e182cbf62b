-- The key pair of the server towards push services (RFC 8292). The private key is sealed.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);

-- A browser that notifications are sent to. It ends with its session: the next member of the browser
-- never gets the notifications of the previous one.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references people (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null,
  -- an endpoint can be longer than an index entry
  endpoint_hash bytea not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  -- failures in a row, and since when
  failures int not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null default now()
);
create index push_devices_by_user on push_devices (user_id, id);
create index push_devices_by_session on push_devices (session_id);

create table push_settings (
  user_id uuid primary key references people (id) on delete cascade,
  is_content_hidden boolean not null default false,
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_to int check (quiet_to between 0 and 1439),
  time_zone text not null default 'Europe/Moscow',
  quiet text[] not null default '{}',
  check ((quiet_from is null) = (quiet_to is null))
);
