import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const peopleCounters: CounterProof[] = [
  {
    name: 'people.friends_count',
    differing: sql`
      select p.id
      from people p
      left join (
        select user_id, count(*) as count
        from friendships
        group by user_id
      ) f on f.user_id = p.id
      where p.friends_count <> coalesce(f.count, 0)
      limit 1000
    `,
  },
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
