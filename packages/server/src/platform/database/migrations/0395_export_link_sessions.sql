-- A link to the archive of a member's data ends with the session that asked for it. Links from before
-- live for a day at most.
alter table export_links add column session_id uuid references sessions (id) on delete cascade;
create index export_links_by_session on export_links (session_id);
