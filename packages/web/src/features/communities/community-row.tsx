import type { ReactNode } from 'react';
import { mediaUrl } from '#lib/browser/media.ts';
import { subscribersOf } from '#lib/text/subscribers.ts';
import { ListRow } from '#ui/layout/list-row.tsx';
import type { Card } from './api.ts';

export const faceOf = (avatarUrl: string) => mediaUrl('publicavatars', avatarUrl, 160);

/** A community in a list. */
export function CommunityRow({ community, children }: { community: Card; children?: ReactNode }) {
  return (
    <ListRow
      to={`/public/${community._id}`}
      picture={{ id: community._id, src: faceOf(community.avatarUrl) }}
      title={community.name}
      text={[subscribersOf(community.subscribersCount), community.description.split('\n', 1)[0]]
        .filter(Boolean)
        .join(' · ')}
    >
      {children}
    </ListRow>
  );
}
