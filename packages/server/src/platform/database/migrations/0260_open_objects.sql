-- Since when everyone reads a community or a video, also without signing in; null: members only.
-- What existed before was published for members, so it stays so. Comments older than this moment
-- were written for members.
alter table publics add column opened_at timestamptz;
alter table videos add column opened_at timestamptz;
create index publics_open on publics (id) where opened_at is not null;
create index videos_open on videos (id) where opened_at is not null and listed;
create index videos_open_of_channel on videos (channel_id, id desc) where opened_at is not null and listed;
create index people_open_walls on people (id) where wall_for = 'all' and is_listed and posts_count > friends_posts_count;

-- Pages that everyone could read and that were deleted: they answer 410, so that search engines
-- forget them at once. An id says nothing about a person; a nightly job deletes it after half a year.
create table gone_pages (
  id uuid primary key,
  gone_at timestamptz not null default now()
);
create index gone_pages_by_time on gone_pages (gone_at);

-- Triggers, because accounts, channels and communities delete what they contain by cascade.
create function note_gone_public() returns trigger language plpgsql as $$
begin
  insert into gone_pages (id)
  select old.id
  union all
  select id from public_posts where public_id = old.id and state = 'published'
  on conflict do nothing;
  return old;
end
$$;
create trigger publics_gone before delete on publics for each row
  when (old.opened_at is not null) execute function note_gone_public();

create function note_gone_article() returns trigger language plpgsql as $$
begin
  if exists (select from publics where id = old.public_id and opened_at is not null) then
    insert into gone_pages (id) values (old.id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger public_posts_gone after delete on public_posts for each row
  when (old.state = 'published') execute function note_gone_article();

create function note_gone_page() returns trigger language plpgsql as $$
begin
  insert into gone_pages (id) values (old.id) on conflict do nothing;
  return old;
end
$$;
create trigger videos_gone after delete on videos for each row
  when (old.opened_at is not null and old.listed) execute function note_gone_page();
create trigger games_gone after delete on games for each row execute function note_gone_page();

create function note_gone_channel() returns trigger language plpgsql as $$
begin
  if exists (select from videos where channel_id = old.id and opened_at is not null and listed) then
    insert into gone_pages (id) values (old.id) on conflict do nothing;
  end if;
  return old;
end
$$;
create trigger video_channels_gone before delete on video_channels for each row execute function note_gone_channel();
