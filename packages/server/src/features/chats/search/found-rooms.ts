import type { Static } from 'typebox';
import type { FoundRoom } from '@respa/contract/chat-extras';
import type { Db } from '#platform/database/db.ts';
import { gatherCards, removedPerson } from '#features/people/service.ts';
import { partnerOf } from '../messages/present.ts';

type RoomFields = {
  id: string;
  is_group: boolean;
  title: string;
  avatar_url: string;
  low_id: string | null;
  high_id: string | null;
};
/** Returns the rooms of the hits, with the name and picture that the viewer sees. */
export async function gatherRooms(db: Db, me: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, Static<typeof FoundRoom>>();
  const rows: RoomFields[] = await db
    .selectFrom('rooms')
    .select(['id', 'is_group', 'title', 'avatar_url', 'low_id', 'high_id'])
    .where('id', 'in', ids)
    .execute();
  const cards = await gatherCards(
    db,
    rows.flatMap((row) => (row.is_group ? [] : [partnerOf(row, me)])),
  );
  return new Map(
    rows.map((row): [string, Static<typeof FoundRoom>] => {
      if (row.is_group)
        return [
          row.id,
          { _id: row.id, isChat: true, title: row.title, avatarUrl: row.avatar_url, userId: '' },
        ];
      const partner = partnerOf(row, me);
      const card = cards.get(partner) ?? removedPerson(partner);
      return [
        row.id,
        {
          _id: row.id,
          isChat: false,
          title: `${card.name} ${card.surname}`.trim(),
          avatarUrl: card.avatar_url,
          userId: partner,
        },
      ];
    }),
  );
}
