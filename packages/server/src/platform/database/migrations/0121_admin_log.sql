-- What the platform's admin did. It names people and things by their ids alone: of somebody who is gone nothing personal stays.
create table admin_log (
  id uuid primary key,
  admin_id uuid not null,
  action text not null,
  kind text,
  object_id uuid,
  person_id uuid,
  reason text not null default '',
  created_at timestamptz not null default now()
);
create function refuse_to_forget() returns trigger language plpgsql as $$
begin
  raise exception 'the log of the admin is only written on' using errcode = 'insufficient_privilege';
end $$;
create trigger admin_log_stays before update or delete on admin_log for each row execute function refuse_to_forget();
create trigger admin_log_stays_whole before truncate on admin_log for each statement execute function refuse_to_forget();
-- Also where triggers are switched off for a session.
alter table admin_log enable always trigger admin_log_stays, enable always trigger admin_log_stays_whole;
