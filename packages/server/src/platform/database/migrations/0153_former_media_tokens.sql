-- The cookie that was good for media before the session was renewed: it lives as long as the token that came with it.
alter table session_tokens add column media_hash bytea;
create unique index session_tokens_by_media on session_tokens (media_hash) where media_hash is not null;
