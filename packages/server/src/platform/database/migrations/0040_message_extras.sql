alter table messages
  add column reply_to uuid,
  -- {emoji: [user ids, the newest last]}
  add column reactions jsonb not null default '{}',
  -- [{user, offset, length}], in UTF-16 units of the text
  add column mentions jsonb not null default '[]',
  -- who wrote it first
  add column forwarded_from uuid;
-- Whoever goes for good is looked for in these.
create index messages_reactions on messages using gin (reactions) where reactions <> '{}';
create index messages_mentions on messages using gin (mentions jsonb_path_ops) where mentions <> '[]';
create index messages_forwarded on messages (forwarded_from) where forwarded_from is not null;

alter table rooms add column pinned_id uuid;
alter table room_members
  add column is_muted boolean not null default false,
  add column draft text,
  add column draft_at timestamptz,
  add column mentioned boolean not null default false;

-- Words of messages: Russian and English stems; little words count too, for people look for them.
create text search dictionary message_russian (template = snowball, language = russian);
create text search dictionary message_english (template = snowball, language = english);
create text search configuration message_text (copy = russian);
alter text search configuration message_text alter mapping for word, hword, hword_part with message_russian;
alter text search configuration message_text alter mapping for asciiword, asciihword, hword_asciipart with message_english;
-- Every sign that is no letter and no digit parts words, as in what is looked for; ё is е. Each word begins with the end of its room's id: whoever
-- looks for a word that everybody uses walks over that of their own rooms alone. Two rooms may end alike, so the room is compared too.
create function message_words(room uuid, text text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array(
    select right(room::text, 6) || word from unnest(tsvector_to_array(to_tsvector('public.message_text'::regconfig, translate(text, 'Ёё./:@_-+#&?=%~', 'Ее             ')))) as word
  ));
-- Without a pending list: every sending pays for itself, and none for a thousand others.
create index messages_words on messages using gin (message_words(room_id, text)) with (fastupdate = off) where deleted_at is null and text <> '';

alter table notifications drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('friends', 'reply', 'delete', 'reject', 'like', 'comment', 'visit', 'file', 'invite', 'mention'));
drop index notifications_gathering;
create unique index notifications_gathering on notifications (to_id, type, coalesce(post_id, '00000000-0000-0000-0000-000000000000'))
  where checked_at is null and type in ('like', 'comment', 'visit', 'mention');
