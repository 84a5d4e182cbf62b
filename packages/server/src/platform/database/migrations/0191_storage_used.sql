-- What the media of each member take, by store, counted by triggers: whichever statement adds, moves or
-- removes rows of media_files, the sums stay true. The cloud has its own count (cloud_owners), and what
-- the admin uploads for the site belongs to no store.
create table storage_used (
  owner_id uuid not null,
  store text not null check (store in ('videos', 'chats', 'pictures')),
  bytes bigint not null check (bytes >= 0),
  files int not null check (files >= 0),
  primary key (owner_id, store)
);

create function storage_store(folder text) returns text language sql immutable as $$
  select case
    when folder in ('videohostvideos', 'videopreviews') then 'videos'
    when folder in ('message-images', 'message-videos', 'message-audio', 'room-backgrounds', 'chatavatars') then 'chats'
    when folder in ('cloud', 'filesicons', 'gamepreviews', 'gamedownloads', 'events', 'portfolio') then null
    else 'pictures'
  end
$$;

create function count_storage() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into storage_used (owner_id, store, bytes, files)
    select owner_id, storage_store(folder), sum(bytes), count(*)
    from coming
    where owner_id is not null and storage_store(folder) is not null
    group by 1, 2
    order by 1, 2
    on conflict (owner_id, store) do update
      set bytes = storage_used.bytes + excluded.bytes, files = storage_used.files + excluded.files;
  end if;
  if tg_op <> 'INSERT' then
    -- One order of locks, so that two deletions do not deadlock.
    perform from storage_used
    where (owner_id, store) in (select owner_id, storage_store(folder) from leaving)
    order by owner_id, store
    for update;
    update storage_used s
    set bytes = s.bytes - gone.bytes, files = s.files - gone.files
    from (
      select owner_id, storage_store(folder) as store, sum(bytes) as bytes, count(*) as files
      from leaving
      where owner_id is not null and storage_store(folder) is not null
      group by 1, 2
    ) gone
    where s.owner_id = gone.owner_id and s.store = gone.store;
  end if;
  return null;
end
$$;
create trigger media_files_come after insert on media_files
  referencing new table as coming for each statement execute function count_storage();
create trigger media_files_go after delete on media_files
  referencing old table as leaving for each statement execute function count_storage();
create trigger media_files_change after update on media_files
  referencing old table as leaving new table as coming for each statement execute function count_storage();

-- The triggers hold off writes until the commit, so nothing is missed or counted twice.
insert into storage_used (owner_id, store, bytes, files)
select owner_id, storage_store(folder), sum(bytes), count(*)
from media_files
where owner_id is not null and storage_store(folder) is not null
group by 1, 2;
