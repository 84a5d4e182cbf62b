-- Who was shown what is remembered for some days and then swept; of an ad that goes a job forgets it, for whose end nobody waits.
alter table promo_seen drop constraint promo_seen_promo_id_fkey;
create index promo_seen_by_day on promo_seen (day);
