-- Who was shown what is remembered for some days and then swept, also of ads that are gone: an ad's end does not wait for the rows of all who saw it.
alter table promo_seen drop constraint promo_seen_promo_id_fkey;
drop index promo_seen_by_promo;
create index promo_seen_by_day on promo_seen (day);
