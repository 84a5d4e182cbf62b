-- One kind of notice more, whatever kinds there are by now. It does not gather: each thing that was taken down has its own reason.
do $$
declare kinds text;
begin
  select replace(pg_get_constraintdef(oid), ']))', ', ''takedown''::text]))') into strict kinds from pg_constraint where conname = 'notifications_type_check';
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check ' || kinds;
end $$;
