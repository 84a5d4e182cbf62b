-- The people named in a description, with their places in it, as in posts.
alter table publics add column mentions jsonb not null default '[]';
alter table video_channels add column mentions jsonb not null default '[]';
alter table videos add column mentions jsonb not null default '[]';
alter table classifieds add column mentions jsonb not null default '[]';
alter table games add column mentions jsonb not null default '[]';
