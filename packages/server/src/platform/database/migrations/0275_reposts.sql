-- A post or article that shows something else of the site below its own text. Its original may be
-- gone or hidden from the reader; that is decided each time it is shown.
alter table posts add column is_repost boolean not null default false;
alter table public_posts add column is_repost boolean not null default false;

-- Ids are those of the posts and articles and carry the time, so whoever shared an object is listed
-- in the order of sharing. There are no drafts of reposts.
create table reposts (
  id uuid primary key,
  post_id uuid references posts (id) on delete cascade on update cascade,
  article_id uuid references public_posts (id) on delete cascade on update cascade,
  kind text not null check (kind in ('userpost', 'publicpost', 'userphoto', 'video', 'app', 'ad')),
  object_id uuid not null,
  check (num_nonnulls(post_id, article_id) = 1)
);
create unique index reposts_by_post on reposts (post_id) where post_id is not null;
create unique index reposts_by_article on reposts (article_id) where article_id is not null;
create index reposts_of_object on reposts (object_id, id desc);

-- How often an object was shared; an object that nobody shares has no row.
create table share_counts (
  object_id uuid primary key,
  shares int not null check (shares > 0)
);
-- A repost may also go with its author or community, so the database counts.
create function count_reposts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into share_counts as c (object_id, shares) values (new.object_id, 1)
      on conflict (object_id) do update set shares = c.shares + 1;
  else
    -- Locked first: two that end at once would both see two, and the second would count zero.
    perform from share_counts where object_id = old.object_id for update;
    delete from share_counts where object_id = old.object_id and shares = 1;
    update share_counts set shares = shares - 1 where object_id = old.object_id;
  end if;
  return null;
end $$;
create trigger reposts_count after insert or delete on reposts for each row execute function count_reposts();

-- The author of a post learns who shared it, in one notice while it is unread.
drop index notifications_gathering;
create unique index notifications_gathering on notifications (to_id, type, coalesce(post_id, '00000000-0000-0000-0000-000000000000'))
  where checked_at is null and type in ('like', 'comment', 'visit', 'mention', 'public', 'share');
do $$
declare kinds text;
begin
  select replace(pg_get_constraintdef(oid), ']))', ', ''share''::text]))') into strict kinds
  from pg_constraint
  where conname = 'notifications_type_check';
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check ' || kinds;
end $$;
drop index notifications_reactions;
create index notifications_reactions on notifications (to_id, id desc) where type in ('like', 'comment', 'mention', 'share');
