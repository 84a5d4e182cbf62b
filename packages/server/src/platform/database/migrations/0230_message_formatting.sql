-- [{style, offset, length}], in UTF-16 units of the text, like mentions.
alter table messages add column formatting jsonb not null default '[]';
