import type { Static } from 'typebox';
import type { GroupRoom } from '@respa/contract/group-chats';
import { appError } from '@respa/contract/app-errors';
import { GROUP_MEMBERS } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { keepPrepared, preparePictures, removeMedia } from '#features/media/service.ts';
import { notify } from '#features/notifications/service.ts';
import * as people from '#features/people/service.ts';
import { joinChannel } from './group-channels.ts';
import { addSystemMessage } from './group-events.ts';
import * as queries from './group-queries.ts';
import { findOwnState } from '../rooms/member-state.ts';
import { insertMember } from '../rooms/room-queries.ts';

const AVATARS = 'chatavatars';

async function present(
  context: AppContext,
  viewer: Viewer,
  row: queries.GroupRow,
): Promise<Static<typeof GroupRoom>> {
  const rows = await queries.listMembers(context.db, row.id);
  const memberIds = rows.map((one) => one.user_id);
  const cards = await people.gatherCards(context.db, memberIds);
  const presence = await people.presenceFor(context, viewer.id, [...cards.values()]);
  const members = memberIds.flatMap((id) =>
    cards.has(id) ? [people.presentCard(cards.get(id)!, presence)] : [],
  );
  return {
    _id: row.id,
    id: row.id,
    isChat: true,
    title: row.title,
    description: row.description,
    avatarUrl: row.avatar_url,
    creator: row.creator_id,
    moderators: rows.flatMap((one) => (one.is_moderator ? [one.user_id] : [])),
    members,
    membersCount: members.length,
    bg: row.bg,
    ...(await findOwnState(context, row.id, viewer.id)),
  };
}
async function getGroupRow(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.GroupRow> {
  const row = await queries.findGroupOf(context.db, id, viewer.id);
  if (row === undefined) throw appError('not_found');
  return row;
}
/** Locks a group for a change by one of its members. Throws `not_found` to everyone else. */
export async function lockOwnGroup(tx: Tx, viewer: Viewer, id: string): Promise<queries.GroupRow> {
  const row = await queries.lockGroup(tx, id);
  // Read again under the lock: the member may have been excluded meanwhile.
  if (row === undefined || (await queries.findGroupOf(tx, id, viewer.id)) === undefined)
    throw appError('not_found');
  return row;
}
/**
 * Returns a group as its screen shows it. Throws `not_found` for a private room, to a non-member
 * and for an unknown id alike.
 */
export const getGroup = async (context: AppContext, viewer: Viewer, id: string) =>
  present(context, viewer, await getGroupRow(context, viewer, id));
/** Returns the id of the user who created the group or leads it now; null to a non-member. */
export const findGroupLeader = async (
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<string | null> =>
  (await queries.findGroupOf(context.db, id, viewerId))?.creator_id ?? null;

/** Parses the JSON list of member ids as the form sends it. Throws `bad_input`, `group_full`. */
export function readMembers(json: string | undefined, me: string): string[] {
  if (json === undefined || json === '') return [];
  const wrong = () =>
    appError('bad_input', {
      text: 'Неверный список участников.',
      fields: { members: 'Неверный список участников.' },
    });
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch {
    throw wrong();
  }
  if (!Array.isArray(input) || input.some((id) => typeof id !== 'string')) throw wrong();
  const ids = [...new Set((input as string[]).filter(isId).map((id) => id.toLowerCase()))].filter(
    (id) => id !== me,
  );
  if (ids.length >= GROUP_MEMBERS) throw appError('group_full');
  return ids;
}
export const notifyInvited = (
  context: AppContext,
  tx: Tx,
  after: After,
  notice: { to: string; from: string; roomId: string; title: string },
): Promise<void> =>
  notify(context, tx, after, {
    to: notice.to,
    from: notice.from,
    type: 'invite',
    title: `Приглашение в беседу «${notice.title}»`,
    postType: 'chat',
    postId: notice.roomId,
  });

/**
 * Creates a group of the caller and those users of the list who are friends and not suspended.
 * Throws the errors of `preparePictures`.
 */
export async function createGroup(
  context: AppContext,
  viewer: Viewer,
  input: { title: string; description?: string; members: string[]; avatar: StagedFile[] },
) {
  const [avatar] = await preparePictures(context, input.avatar, AVATARS);
  const [id, title] = [newId(), input.title];
  await keepPrepared(
    context,
    avatar === undefined ? [] : [avatar],
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      await queries.insertGroup(tx, {
        id,
        title,
        description: input.description ?? '',
        avatar_url: avatar?.name ?? '',
        creator_id: viewer.id,
      });
      await insertMember(tx, id, viewer.id, newId(), true);
      after(() => joinChannel(context, id, viewer.id));
      const came = await queries.insertFriends(tx, id, {
        of: viewer.id,
        ids: input.members,
        touched: newId(),
      });
      after(() => came.forEach((userId) => joinChannel(context, id, userId)));
      await addSystemMessage(context, tx, after, id, viewer.id, { kind: 'created', title });
      for (const to of came)
        await notifyInvited(context, tx, after, { to, from: viewer.id, roomId: id, title });
      return id;
    },
  );
  return getGroup(context, viewer, id);
}
/**
 * Changes the given fields and leaves the rest; every member may. An unchanged field writes no
 * system message. Throws `not_found`.
 */
export const editGroup = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: { title?: string; description?: string },
) =>
  transaction(context, async (tx, after) => {
    const before = await lockOwnGroup(tx, viewer, id);
    const [title, description] = [
      input.title === undefined ? before.title : input.title,
      input.description ?? before.description,
    ];
    if (title !== before.title || description !== before.description)
      await queries.changeGroup(tx, id, { title, description });
    if (title !== before.title)
      await addSystemMessage(context, tx, after, id, viewer.id, { kind: 'title', title });
    if (description !== before.description)
      await addSystemMessage(context, tx, after, id, viewer.id, { kind: 'description' });
    return { title, description };
  });
/**
 * Sets or removes the group's picture. Throws `not_found`, `no_file` and the errors of
 * `preparePictures`.
 */
export async function changeAvatar(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: { file: StagedFile[]; isRemoved: boolean },
): Promise<string> {
  await getGroupRow(context, viewer, id);
  if (input.file.length === 0 && !input.isRemoved) throw appError('no_file');
  const prepared = await preparePictures(context, input.file, AVATARS);
  const name = prepared[0]?.name ?? '';
  await keepPrepared(context, prepared, { ownerId: viewer.id, scopeId: id }, async (tx, after) => {
    const before = await lockOwnGroup(tx, viewer, id);
    if (before.avatar_url === name) return true;
    await queries.changeGroup(tx, id, { avatar_url: name });
    if (before.avatar_url !== '')
      await removeMedia(context, tx, after, AVATARS, [before.avatar_url]);
    await addSystemMessage(context, tx, after, id, viewer.id, { kind: 'avatar' });
    return true;
  });
  return name;
}
