alter table support_messages
  add column state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  add column answer text,
  add column answered_at timestamptz;
create index support_messages_by_state on support_messages (state, id desc);
