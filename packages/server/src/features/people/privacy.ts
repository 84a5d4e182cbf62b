import type { Static } from 'typebox';
import type { Audience, Privacy, WallAudience } from '@respa/contract/privacy';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { findBlockers } from './blocks.ts';
import { isOnline, notifyHidden } from './presence.ts';
import * as queries from './queries.ts';
import { findRelation, findRelations } from './relations.ts';

/** Returns whether an audience includes a member who is a friend or not. */
export const admits = (audience: Audience, isFriend: boolean): boolean =>
  audience === 'all' || (audience === 'friends' && isFriend);
/**
 * Returns whether a wall is open to someone: a visitor (neither a member nor a friend), a member, a
 * friend.
 */
export const admitsToWall = (
  audience: WallAudience,
  viewer: { isMember: boolean; isFriend: boolean },
): boolean =>
  audience === 'members' ? viewer.isMember : admits(audience, viewer.isMember && viewer.isFriend);

/**
 * Returns whether a user may see a person's wall (and photos) or friends. The owner always may; a
 * visitor sees only what is open to all.
 */
export async function maySee(
  context: AppContext,
  viewerId: string | null,
  row: queries.PersonRow,
  what: 'wall' | 'friends',
): Promise<boolean> {
  const audience = what === 'wall' ? row.wall_for : row.friends_for;
  if (row.id === viewerId || audience === 'all') return true;
  if (audience === 'members') return viewerId !== null;
  return (
    audience === 'friends' &&
    viewerId !== null &&
    (await findRelation(context.db, viewerId, row.id)) === 'friends'
  );
}
/**
 * Checks the same by the owner's id, for media and reactions. Returns false if the viewer cannot
 * find the person.
 */
export async function maySeeOf(
  context: AppContext,
  viewerId: string | null,
  ownerId: string,
  what: 'wall' | 'friends',
): Promise<boolean> {
  const row = await queries.findPersonFor(context.db, ownerId, viewerId);
  return row !== undefined && maySee(context, viewerId, row, what);
}
/**
 * Returns a function that tells who of the given people the viewer sees as online: those who are
 * online, show it to the viewer and do not block the viewer.
 */
export async function presenceFor(
  context: AppContext,
  viewerId: string,
  rows: Pick<queries.CardRow, 'id' | 'presence_for'>[],
): Promise<(id: string) => boolean> {
  const there = rows.filter(
    ({ id, presence_for }) =>
      isOnline(context, id) && (id === viewerId || presence_for !== 'nobody'),
  );
  const shy = there
    .filter(({ id, presence_for }) => id !== viewerId && presence_for === 'friends')
    .map(({ id }) => id);
  const [relations, blockers] = await Promise.all([
    findRelations(context.db, viewerId, shy),
    findBlockers(
      context.db,
      viewerId,
      there.map(({ id }) => id),
    ),
  ]);
  const hidden = new Set([...shy.filter((id) => relations.get(id) !== 'friends'), ...blockers]);
  const shown = new Set(there.map(({ id }) => id).filter((id) => !hidden.has(id)));
  return (id) => shown.has(id);
}
/** Returns whether the viewer may see when a user is or was online. */
export const showsPresence = (
  row: Pick<queries.PersonRow, 'id' | 'presence_for'>,
  viewerId: string,
  isFriend: boolean,
): boolean => row.id === viewerId || admits(row.presence_for, isFriend);

const present = (row: queries.PersonRow): Static<typeof Privacy> => ({
  messages: row.messages_for,
  wall: row.wall_for,
  friends: row.friends_for,
  presence: row.presence_for,
  games: row.games_for,
  suggestions: row.suggested_to,
  linkCards: row.link_cards,
});
export async function getPrivacy(
  context: AppContext,
  viewer: Viewer,
): Promise<Static<typeof Privacy>> {
  const row = await queries.findPerson(context.db, viewer.id);
  if (row === undefined) throw appError('not_signed_in');
  return present(row);
}
/**
 * Changes the given settings and leaves the rest. Idempotent. Users who may no longer see the
 * presence get an "offline" event.
 */
export async function setPrivacy(
  context: AppContext,
  viewer: Viewer,
  input: Partial<Static<typeof Privacy>>,
): Promise<Static<typeof Privacy>> {
  const { messages, wall, friends, presence, games, suggestions, linkCards } = input;
  const change = {
    ...(messages === undefined ? {} : { messages_for: messages }),
    ...(wall === undefined ? {} : { wall_for: wall }),
    ...(friends === undefined ? {} : { friends_for: friends }),
    ...(presence === undefined ? {} : { presence_for: presence }),
    ...(games === undefined ? {} : { games_for: games }),
    ...(suggestions === undefined ? {} : { suggested_to: suggestions }),
    ...(linkCards === undefined ? {} : { link_cards: linkCards }),
  };
  if (Object.keys(change).length > 0) await queries.setAudiences(context.db, viewer.id, change);
  if (presence !== undefined) await notifyHidden(context, viewer.id);
  return getPrivacy(context, viewer);
}
