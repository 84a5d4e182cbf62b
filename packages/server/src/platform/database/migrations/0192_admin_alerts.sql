-- What the admin was told by mail on a day, so that several servers tell it once.
create table admin_alerts (
  kind text not null,
  day date not null,
  primary key (kind, day)
);
