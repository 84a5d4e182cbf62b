-- Tells whether a server has the key that seals secrets in this database; the key itself is not here.
create table secret_keys (
  name text primary key,
  mark bytea not null
);
