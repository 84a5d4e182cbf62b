-- Who only listens does not take the place of one who speaks.
alter table voice_members add column is_listener boolean not null default false;
