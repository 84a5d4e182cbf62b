-- What a creating call with an idempotency key has answered. The key is written in the same
-- transaction as what the call creates, so the same key never creates two of anything.
create table idempotency_keys (
  user_id uuid not null references accounts (id) on delete cascade,
  key text not null,
  route text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
