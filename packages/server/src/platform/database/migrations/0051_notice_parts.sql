-- What in its object a notice is about, where that may go without the object: a message that names somebody, in a room. A sender stands in a notice
-- while one of theirs is there.
create table notification_parts (
  notification_id uuid not null,
  from_id uuid not null,
  part_id uuid not null,
  primary key (notification_id, from_id, part_id),
  foreign key (notification_id, from_id) references notification_senders (notification_id, from_id) on delete cascade on update cascade
);
create index notification_parts_of on notification_parts (part_id);
