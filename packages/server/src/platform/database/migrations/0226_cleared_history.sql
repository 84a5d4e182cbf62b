-- The member sees no message up to `cleared_position`. Within a minute of `cleared_at` the mark goes
-- back to `cleared_before`.
alter table room_members
  add column cleared_position bigint not null default 0,
  add column cleared_before bigint not null default 0,
  add column cleared_at timestamptz;
