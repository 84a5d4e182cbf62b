-- A notice of several people: likes, comments and visits that nobody has read yet gather in one row, the newest person in front.
create table notification_senders (
  notification_id uuid not null references notifications (id) on delete cascade on update cascade,
  from_id uuid not null references people (id) on delete cascade,
  -- a UUIDv7 of the last time
  since uuid not null,
  primary key (notification_id, from_id)
);
create index notification_senders_by on notification_senders (from_id, notification_id);
insert into notification_senders (notification_id, from_id, since) select id, from_id, id from notifications;
-- Whoever stands in front is among the senders, and goes with them.
alter table notifications add column others int not null default 0, drop constraint notifications_from_id_fkey;
drop index notifications_by_sender;

with fresh as (
  select id, row_number() over (partition by to_id, type, post_id order by id desc) as place from notifications
  where checked_at is null and type in ('like', 'comment', 'visit')
) update notifications set checked_at = now() from fresh where fresh.id = notifications.id and fresh.place > 1;
create unique index notifications_gathering on notifications (to_id, type, coalesce(post_id, '00000000-0000-0000-0000-000000000000'))
  where checked_at is null and type in ('like', 'comment', 'visit');

create function note_notification_sender() returns trigger language plpgsql as $$
begin
  insert into notification_senders (notification_id, from_id, since) values (new.id, new.from_id, new.id)
  on conflict (notification_id, from_id) do update set since = excluded.since;
  if tg_op = 'UPDATE' then
    update notifications set others = (select count(*) - 1 from notification_senders where notification_id = new.id) where id = new.id;
  end if;
  return null;
end $$;
create trigger notification_sender after insert or update of from_id on notifications for each row execute function note_notification_sender();

create function drop_notification_sender() returns trigger language plpgsql as $$
declare latest uuid;
begin
  select from_id into latest from notification_senders where notification_id = old.notification_id order by since desc limit 1;
  if found then update notifications set from_id = latest where id = old.notification_id;
  else delete from notifications where id = old.notification_id;
  end if;
  return null;
end $$;
create trigger notification_sender_gone after delete on notification_senders for each row execute function drop_notification_sender();

-- Kinds of notices that somebody does not want.
create table notice_settings (
  user_id uuid primary key references people (id) on delete cascade,
  quiet text[] not null default '{}'
);
