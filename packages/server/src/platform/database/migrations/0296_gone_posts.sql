-- A deleted post that everyone could read answers 410, as in 0260_open_objects.sql.
create function note_gone_post() returns trigger language plpgsql as $$
begin
  if exists (select from people where id = old.author_id and wall_for = 'all') then
    insert into gone_pages (id) values (old.id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger posts_gone after delete on posts for each row
  when (not old.is_draft and old.audience = 'all') execute function note_gone_post();
