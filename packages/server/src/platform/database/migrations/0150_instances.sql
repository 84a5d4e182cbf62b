-- Servers that work on this database. What one leaves behind that was killed is in its row: who was there, and the names that its jobs are held under.
create table instances (
  id uuid primary key,
  seen_at timestamptz not null default now(),
  people uuid[] not null default '{}',
  workers text[] not null default '{}'
);
