-- A wall that only signed-in members read. The former version shows such a wall to its owner only.
alter table people
  drop constraint people_wall_for_check,
  add constraint people_wall_for_check check (wall_for in ('all', 'members', 'friends', 'nobody'));
