-- What is reported of one thing stands together on the admin's desk; a report after the decision opens the next case.
create table report_cases (
  id uuid primary key,
  kind text not null,
  object_id uuid not null,
  owner_id uuid references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('kept', 'taken_down', 'suspended')),
  check ((closed_at is null) = (outcome is null))
);
create unique index report_cases_of_thing on report_cases (kind, object_id) where closed_at is null;
create index report_cases_open on report_cases (id desc) where closed_at is null;
create index report_cases_closed on report_cases (id desc) where closed_at is not null;
create index report_cases_of_owner on report_cases (owner_id, id desc) where owner_id is not null;

insert into report_cases (id, kind, object_id, owner_id, created_at, closed_at, outcome)
  select distinct on (kind, object_id, closed_at is null) id, kind, object_id, owner_id, created_at, closed_at, case when closed_at is not null then 'kept' end
  from reports order by kind, object_id, closed_at is null, id;
alter table reports add column case_id uuid references report_cases (id) on delete cascade;
update reports r set case_id = c.id from report_cases c where c.kind = r.kind and c.object_id = r.object_id and (c.closed_at is null) = (r.closed_at is null);
drop index reports_open;
alter table reports alter column case_id set not null, drop column closed_at;
create index reports_of_case on reports (case_id, id desc);
