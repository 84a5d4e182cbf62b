-- The words and tags of posts and articles. A word of the index starts with the age of its post: the
-- first five digits of the id, which change every three days. A search goes through these spans from
-- the newest, so it costs the same for any word and any number of posts.
--
-- Tags are kept with their sign. The index may hold more tags than a text has, such as the end of an
-- address; whoever searches compares the text itself.
create function post_words(id uuid, text text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(array(
  select left(id::text, 5) || word
  from unnest(
    search_stems(text)
    || array(select '#' || left(lower(normalize(tag[1])), 100) from regexp_matches(text, '#([[:alnum:]_\u0300-\u036f]+)', 'g') as tag)
  ) as word
));
create index posts_words on posts using gin (post_words(id, text)) with (fastupdate = off) where not is_draft and text <> '';
create index public_posts_words on public_posts using gin (post_words(id, title || ' ' || text)) with (fastupdate = off) where state = 'published';
