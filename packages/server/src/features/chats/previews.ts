import { hideSpoilers, moveParts, type StyledPart } from '@respa/contract/formatting';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import {
  firstWords,
  READ_LENGTH,
  toPreview,
  type DescribeObjects,
  type FindQuotes,
} from '#features/notifications/service.ts';

const someOf = statement<
  { id: string; title: string; avatar_url: string },
  [ids: string[], viewerId: string]
>(`
  select r.id, r.title, r.avatar_url
  from rooms r
  join room_members m on m.room_id = r.id
  where r.id = any($1::uuid[]) and r.is_group and m.user_id = $2
`);
/** Describes group chats in the notifications of their members. */
export const previewGroups =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) =>
    new Map(
      (await someOf(db, ids, viewerId)).map(({ id, title, avatar_url }) => [
        id,
        toPreview({ name: title, folder: 'chatavatars', picture: avatar_url }),
      ]),
    );

const messages = statement<
  { id: string; text: string; formatting: StyledPart[] },
  [roomIds: string[], ids: string[], viewerId: string]
>(`
  select m.id, left(m.text, ${READ_LENGTH}) as text, m.formatting
  from unnest($1::uuid[], $2::uuid[]) as asked (room_id, id)
  join messages m on m.room_id = asked.room_id and m.id = asked.id
  join room_members mine on mine.room_id = m.room_id and mine.user_id = $3
  where m.deleted_at is null and m.position > mine.cleared_position
`);
/** Returns the beginnings of the messages that mention a member, while the reader is a member. */
export const quoteMentions =
  ({ db }: AppContext): FindQuotes =>
  async (viewerId, notices) => {
    const named = notices.flatMap(({ part, ...rest }) => (part === null ? [] : { ...rest, part }));
    const rows = await messages(
      db,
      named.map(({ objectId }) => objectId),
      named.map(({ part }) => part),
      viewerId,
    );
    const texts = new Map(
      rows.map(({ id, text, formatting }) => [
        id,
        firstWords(hideSpoilers(text, moveParts(formatting, 0, text.length))),
      ]),
    );
    return new Map(
      named.flatMap(({ noticeId, part }) => {
        const text = texts.get(part) ?? '';
        return text === '' ? [] : [[noticeId, text] as const];
      }),
    );
  };
