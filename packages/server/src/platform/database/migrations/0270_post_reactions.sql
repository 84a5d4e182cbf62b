-- Reactions besides the like, which stays in `likes`. A member has one or the other for an object:
-- the object's row is locked while it changes.
create table emoji_reactions (
  object_id uuid not null references reaction_objects (id) on delete cascade,
  user_id uuid not null references people (id) on delete cascade,
  emoji text not null,
  created_at timestamptz not null default now(),
  primary key (object_id, user_id)
);
create index emoji_reactions_by_user on emoji_reactions (user_id, object_id);
create index emoji_reactions_of on emoji_reactions (object_id, emoji, user_id);

-- How many members reacted with each emoji, such as {"🔥": 3}.
alter table reaction_objects add column emoji_counts jsonb not null default '{}';

-- Adds to one count of such an object; a count of zero is left out.
create function add_to_count(counts jsonb, key text, by int) returns jsonb language sql immutable as $$
  select case
    when coalesce((counts ->> key)::int, 0) + by <= 0 then counts - key
    else jsonb_set(counts, array[key], to_jsonb(coalesce((counts ->> key)::int, 0) + by))
  end
$$;
