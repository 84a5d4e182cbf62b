alter table comments
  add column edited_at timestamptz,
  -- the comment that is answered, which may be gone by then, who wrote it, and the comment below which the talk stands
  add column answer_to uuid,
  add column answered_id uuid references people (id) on delete set null,
  add column thread_id uuid;
create index comments_by_answered on comments (answered_id, object_id) where answered_id is not null;
