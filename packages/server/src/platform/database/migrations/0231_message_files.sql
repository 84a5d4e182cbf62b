-- Files of any type in messages count in the store of the conversations.
create or replace function storage_store(folder text) returns text language sql immutable as $$
  select case
    when folder in ('videohostvideos', 'videopreviews') then 'videos'
    when folder in ('message-images', 'message-videos', 'message-audio', 'message-files', 'room-backgrounds', 'chatavatars') then 'chats'
    when folder in ('cloud', 'filesicons', 'gamepreviews', 'gamedownloads', 'events', 'portfolio') then null
    else 'pictures'
  end
$$;
