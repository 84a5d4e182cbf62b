-- What is to be seen in the sky, as the admin entered it: the day and the hour are those of whoever watches.
create table events (
  id uuid primary key,
  text text not null,
  day date not null,
  -- HH:MM, or nothing
  hour text not null default '',
  is_interesting boolean not null default false,
  information text not null default '',
  visibility text not null default '',
  -- puts one before others of its day
  sort int not null default 0,
  preview jsonb,
  screenshot jsonb,
  created_at timestamptz not null default now()
);
create index events_in_order on events (day, sort, hour, id);
