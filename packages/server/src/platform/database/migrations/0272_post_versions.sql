-- What published posts and articles said before they were edited, for everyone who may read them.
create table post_versions (
  id uuid primary key,
  post_id uuid references posts (id) on delete cascade on update cascade,
  article_id uuid references public_posts (id) on delete cascade on update cascade,
  title text not null,
  text text not null,
  mentions jsonb not null,
  -- when this text was written
  written_at timestamptz not null,
  check (num_nonnulls(post_id, article_id) = 1)
);
create index post_versions_of_post on post_versions (post_id, id desc) where post_id is not null;
create index post_versions_of_article on post_versions (article_id, id desc)
  where article_id is not null;
