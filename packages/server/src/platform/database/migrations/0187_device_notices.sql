-- Tells a member of a sign-in from a device that was not seen before.
do $$
declare kinds text;
begin
  select replace(pg_get_constraintdef(oid), ']))', ', ''device''::text]))') into strict kinds
  from pg_constraint
  where conname = 'notifications_type_check';
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check ' || kinds;
end $$;
