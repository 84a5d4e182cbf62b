-- The sections of the list of notifications. A notice is in at most one of them.
create index notifications_people on notifications (to_id, id desc)
  where type in ('friends', 'reply', 'delete', 'reject', 'visit', 'file', 'invite');
create index notifications_reactions on notifications (to_id, id desc) where type in ('like', 'comment', 'mention');
create index notifications_news on notifications (to_id, id desc) where type in ('public', 'video', 'board');
