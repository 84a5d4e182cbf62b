import type { ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { ListRow } from '#ui/layout/list-row.tsx';

type Card = { _id: string; name: string; surname: string; avatarUrl: string; isOnline: boolean };

/** A user in a list. */
export function PersonRow({
  person,
  text,
  isLine,
  children,
}: {
  person: Card;
  text?: ReactNode;
  isLine?: boolean;
  children?: ReactNode;
}) {
  return (
    <ListRow
      to={`/user/${person._id}`}
      picture={{
        id: person._id,
        src: mediaUrl('useravatars', person.avatarUrl, 160),
        online: person.isOnline,
      }}
      title={displayName(person)}
      text={text}
      isLine={isLine}
    >
      {children}
    </ListRow>
  );
}
