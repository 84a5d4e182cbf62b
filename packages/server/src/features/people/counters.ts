import { sql } from 'kysely';
import { proveCount, type CounterProof } from '#platform/database/counters.ts';

export const peopleCounters: CounterProof[] = [
  proveCount('people', 'friends_count', { of: 'friendships', by: 'user_id' }),
  {
    name: 'directory_words.people',
    differing: sql`
      select coalesce(k.part || ' ' || k.word, c.part || ' ' || c.word) as id
      from directory_words k
      full join (
        select 'name' as part, search_name as word, count(*) as people
        from people
        where is_listed
        group by search_name
        union all
        select 'surname', search_surname, count(*)
        from people
        where is_listed
        group by search_surname
      ) c on c.part = k.part
        and c.word = k.word
      where k.people is distinct from c.people
      limit 1000
    `,
  },
];
