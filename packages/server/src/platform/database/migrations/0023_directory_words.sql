-- How many listed people bear a name or a surname: the total of a search is a sum over words, not a walk through the directory.
create table directory_words (
  part text not null check (part in ('name', 'surname')),
  word text not null,
  people int not null,
  primary key (part, word)
);
alter table people add column search_name text not null generated always as (translate(lower(name), 'ё', 'е')) stored;
drop index people_by_surname;
create index people_by_words on people (search_surname text_pattern_ops, search_name text_pattern_ops) where is_listed;

insert into directory_words (part, word, people)
select 'name', search_name, count(*) from people where is_listed group by search_name
union all select 'surname', search_surname, count(*) from people where is_listed group by search_surname;

-- Rows are taken in one order, so that two who write never wait for each other in a circle.
create function add_directory_words(names text[], surnames text[], steps int[]) returns void language sql as $$
  insert into directory_words (part, word, people)
  select part, word, sum(step) from (
    select 'name' as part, word, step from unnest(names, steps) as given (word, step)
    union all select 'surname', word, step from unnest(surnames, steps) as given (word, step)
  ) as moved group by part, word having sum(step) <> 0 order by part, word
  on conflict (part, word) do update set people = directory_words.people + excluded.people;
  delete from directory_words where people = 0 and (part, word) in (
    select 'name', unnest(names) union all select 'surname', unnest(surnames));
$$;
create function note_listed_people() returns trigger language plpgsql as $$
begin
  perform add_directory_words(array_agg(search_name), array_agg(search_surname), array_agg(1)) from arrived where is_listed having count(*) > 0;
  return null;
end $$;
create trigger people_arrive after insert on people referencing new table as arrived for each statement execute function note_listed_people();

create function note_changed_person() returns trigger language plpgsql as $$
begin
  perform add_directory_words(array[old.search_name, new.search_name], array[old.search_surname, new.search_surname], array[-old.is_listed::int, new.is_listed::int]);
  return null;
end $$;
create trigger people_change after update of name, surname, is_listed on people for each row
  when ((old.name, old.surname, old.is_listed) is distinct from (new.name, new.surname, new.is_listed)) execute function note_changed_person();

create function note_departed_person() returns trigger language plpgsql as $$
begin
  perform add_directory_words(array[old.search_name], array[old.search_surname], array[-1]);
  return null;
end $$;
create trigger people_depart after delete on people for each row when (old.is_listed) execute function note_departed_person();
