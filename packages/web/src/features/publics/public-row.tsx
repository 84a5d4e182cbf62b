import type { ReactNode } from 'react';
import { counted } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { ListRow } from '#ui/list-row.tsx';
import type { Card } from './api.ts';

export const subscribersOf = (count: number): string =>
  counted(count, ['подписчик', 'подписчика', 'подписчиков']);
export const faceOf = (avatarUrl: string) => mediaUrl('publicavatars', avatarUrl, 160);

/** One group of a list. */
export function PublicRow({ group, children }: { group: Card; children?: ReactNode }) {
  return (
    <ListRow
      to={`/public/${group._id}`}
      picture={{ id: group._id, src: faceOf(group.avatarUrl) }}
      title={group.name}
      text={[subscribersOf(group.subscribersCount), group.description.split('\n', 1)[0]]
        .filter(Boolean)
        .join(' · ')}
    >
      {children}
    </ListRow>
  );
}
