-- [{user, emoji}] in the order in which they were given: one more than a member may have takes the place of their oldest. Of those that are there only
-- the order within an emoji is known. A new column, so that messages without reactions are not written anew.
alter table messages add column given jsonb not null default '[]';
update messages set given = (
  select jsonb_agg(jsonb_build_object('user', one.id, 'emoji', each.emoji) order by one.place)
  from jsonb_each(reactions) as each (emoji, users), jsonb_array_elements_text(each.users) with ordinality as one (id, place)
) where reactions <> '{}';
alter table messages drop column reactions;
alter table messages rename column given to reactions;
-- Whoever goes for good is looked for in it.
create index messages_reactions on messages using gin (reactions jsonb_path_ops) where reactions <> '[]';
