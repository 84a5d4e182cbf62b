-- What each server does: one without an encoder takes films for those that have one.
alter table instances add column jobs text[] not null default '{}';
