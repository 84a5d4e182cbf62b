-- An advert asks saved searches in turn, so many in one statement.
create index classified_searches_in_turn on classified_searches (key, id);
drop index classified_searches_by_key;
-- What no search was asked about; the sweep has it asked.
create index classifieds_unmatched on classifieds (id) where listed and matched_at is null;
