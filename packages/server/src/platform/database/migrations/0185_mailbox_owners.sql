-- Until an address is activated, several registrations of it wait side by side.
alter table accounts drop constraint accounts_email_key;
create unique index accounts_owner on accounts (email) where activated_at is not null;
-- Device and network address of the registration, for the email that asks for confirmation.
alter table accounts add column registered_from text not null default '';

-- A used activation link says that the address is confirmed already.
alter table account_links add column used_at timestamptz;
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('activate', 'return', 'email', 'email_back', 'factor'));

alter table second_factors
  -- When the owner of the mailbox confirmed it. An unconfirmed factor does not outlive a reset by email.
  add column mailbox_at timestamptz,
  -- How often wrong codes have locked it since the last right one. Each lock lasts twice as long.
  add column locks int not null default 0;
-- Factors from before were never asked to be confirmed.
update second_factors set mailbox_at = confirmed_at;

-- Browsers in which a member has signed in: exempt from what slows down guessing by strangers.
create table known_devices (
  user_id uuid not null references accounts (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, hash)
);
