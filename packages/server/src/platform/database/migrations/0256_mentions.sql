-- The people named in a text, with their places in it, as in messages.
alter table posts add column mentions jsonb not null default '[]';
alter table public_posts add column mentions jsonb not null default '[]';
alter table comments add column mentions jsonb not null default '[]';
