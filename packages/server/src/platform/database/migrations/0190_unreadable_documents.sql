-- Until when these bytes are known to have no text that can be read, so that a crafted document is
-- parsed once an hour and not at each request.
alter table blobs add column unreadable_until timestamptz;
