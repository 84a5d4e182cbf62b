-- What is stored and what is looked for are compared in one form: `foldSearch` of the contract. Lower case, no accents (ё is е, й stays й), nothing invisible, one
-- kind of apostrophe, hyphen and space.
create function fold_search(text text) returns text language sql immutable strict parallel safe
return case
  -- Most texts are plain: the rest would leave them as they are.
  when text ~ '^[ -_a-~А-яЁё«»]*$' then regexp_replace(translate(lower(text), 'ё', 'е'), ' {2,}', ' ', 'g')
  else regexp_replace(
    translate(
      normalize(
        translate(lower(regexp_replace(normalize(text, NFKD),
          '[\u0300-\u0305\u0307-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]', '', 'g')), 'ς', 'σ'),
        NFC),
      E'`\u2018\u2019\u201b\u2032\u02b9\u02bc\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '''''''''''''''-------'),
    '[\u0009-\u000d ]+', ' ', 'g')
end;

-- The words of a text, and each emoji or symbol; anything else parts words.
create function search_tokens(text text) returns text[] language sql immutable strict parallel safe
return array(select found[1] from regexp_matches(fold_search(text), '([[:alnum:]]+|[\u2190-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff])', 'g') as found);
-- The same as stems: any form of a word finds any other.
create function search_stems(text text) returns text[] language sql immutable strict parallel safe
return (
  select tsvector_to_array(to_tsvector('public.message_text'::regconfig, array_to_string(tokens, ' ')))
    || array(select token from unnest(tokens) as token where token ~ '^[^[:alnum:]]$')
  -- Offset keeps the planner from folding the text twice.
  from (select search_tokens(text) as tokens offset 0) as found
);

-- Messages.
drop index messages_words;
create or replace function message_words(room uuid, text text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(array(select right(room::text, 6) || word from unnest(search_stems(text)) as word));
create index messages_words on messages using gin (message_words(room_id, text)) with (fastupdate = off) where deleted_at is null and text <> '';

-- People.
alter table people drop column search, drop column search_surname, drop column search_name;
alter table people
  add column search text not null generated always as (fold_search(name || ' ' || surname)) stored,
  add column search_surname text not null generated always as (fold_search(surname)) stored,
  add column search_name text not null generated always as (fold_search(name)) stored;
create index people_search on people using gin (search gin_trgm_ops) where is_listed;
create index people_by_name on people (search text_pattern_ops) where is_listed;
create index people_by_words on people (search_surname text_pattern_ops, search_name text_pattern_ops) where is_listed;
truncate directory_words;
insert into directory_words (part, word, people)
select 'name', search_name, count(*) from people where is_listed group by search_name
union all select 'surname', search_surname, count(*) from people where is_listed group by search_surname;

-- Communities.
alter table publics drop column search;
alter table publics add column search text not null generated always as (fold_search(name || ' ' || description)) stored;
create index publics_search on publics using gin (search gin_trgm_ops);

-- Videos, channels and games, and their words.
drop trigger videos_words_change on videos;
drop trigger channels_words_change on video_channels;
drop trigger games_words_change on games;
alter table videos drop column search;
alter table video_channels drop column search;
alter table games drop column search;
alter table videos add column search text not null generated always as (fold_search(title || ' ' || description || ' ' || category)) stored;
alter table video_channels add column search text not null generated always as (fold_search(name || ' ' || description || ' ' || category)) stored;
alter table games add column search text not null generated always as (fold_search(name || ' ' || description)) stored;
create index videos_search on videos using gin (search gin_trgm_ops);
create index video_channels_search on video_channels using gin (search gin_trgm_ops);
create index games_search on games using gin (search gin_trgm_ops);
create trigger videos_words_change after update of title, description, category, state, audience on videos for each row
  when ((old.search, old.listed) is distinct from (new.search, new.listed)) execute function search_words_change('video', '', 'listed');
create trigger channels_words_change after update of name, description, category, subscribers_count on video_channels for each row
  when (old.search <> new.search or search_tier(old.subscribers_count) <> search_tier(new.subscribers_count)) execute function search_words_change('channel', 'subscribers_count', '');
create trigger games_words_change after update of name, description, downloads on games for each row
  when (old.search <> new.search or search_tier(old.downloads) <> search_tier(new.downloads)) execute function search_words_change('game', 'downloads', '');
truncate search_places, search_words;
create temporary table refolded_pieces on commit drop as
  select found.kind, found.id, found.tier, piece from (
    select 'video' as kind, id, 0::smallint as tier, search from videos where listed
    union all select 'channel', id, search_tier(subscribers_count), search from video_channels
    union all select 'game', id, search_tier(downloads), search from games
  ) found cross join lateral search_pieces(found.search) piece;
insert into search_words (kind, word, things) select kind, piece, count(*) from refolded_pieces group by kind, piece;
insert into search_places (word_id, thing_id, tier) select w.id, f.id, f.tier from refolded_pieces f join search_words w on w.kind = f.kind and w.word = f.piece order by 1, 2;

-- Classified ads and saved searches.
alter table classifieds drop column search, drop column game_key;
alter table classifieds
  add column game_key text not null generated always as (fold_search(game)) stored,
  -- with a space before every word: one and two letters look for the beginnings of words
  add column search text not null generated always as (fold_search(' ' || title || ' ' || description || ' ' || game)) stored;
create index classifieds_of_game on classifieds (game_key, id desc) include (price, has_pictures, ends_at, owner_id) where listed;
create index classifieds_of_game_by_price on classifieds (game_key, price, id) include (has_pictures, ends_at, owner_id) where listed;
create index classifieds_search on classifieds using gin (search gin_trgm_ops) where listed;
create temporary table folded_searches on commit drop as
  select distinct on (user_id, needle, game_key, price_from, price_to, pictures) * from (
    select id, user_id, price_from, price_to, pictures, fold_search(game) as game_key,
      case when length(word) between 1 and 2 and word !~ '[\u2190-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff]' then ' ' || word else word end as needle
    from (select *, trim(fold_search(q)) as word from classified_searches) folded
  ) searches order by user_id, needle, game_key, price_from, price_to, pictures, id;
delete from classified_searches s where not exists (select from folded_searches f where f.id = s.id);
update classified_searches s set needle = f.needle, game_key = f.game_key,
  key = case when s.key like 'g%' and f.game_key <> '' then 'g' || f.game_key
    when length(f.needle) > 2 or (length(f.needle) = 2 and f.needle like ' %') then 't' || substr(f.needle, 1, 3)
    when f.game_key <> '' then 'g' || f.game_key else '*' end
from folded_searches f where f.id = s.id and (s.needle, s.game_key) is distinct from (f.needle, f.game_key);
analyze people, publics, videos, video_channels, games, classifieds, search_words, search_places, directory_words;
