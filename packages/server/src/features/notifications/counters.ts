import { sql } from 'kysely';
import type { CounterProof } from '#platform/database/counters.ts';

export const notificationCounters: CounterProof[] = [
  {
    name: 'notifications.others',
    differing: sql`
      select n.id
      from notifications n
      left join (
        select notification_id, count(*) as count
        from notification_senders
        group by notification_id
      ) s on s.notification_id = n.id
      where n.others is distinct from s.count - 1
      limit 1000
    `,
  },
];
