import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Playlist } from '@respa/contract/video-extras';
import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import { FIRST_ID } from '#platform/database/paging.ts';
import { lockRow } from '#platform/database/row-locks.ts';
import { statement, type Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { findBlockers, gatherCards, lockPerson, removedPerson } from '#features/people/service.ts';
import type { Positioned } from './member-list-queries.ts';
import { getSeen } from '../videos.ts';
import { showWalk } from './watching.ts';

type Row = {
  id: string;
  owner_id: string;
  name: string;
  is_open: boolean;
  created_at: Date;
  count: number;
  has: boolean;
};
type Shown = Static<typeof Playlist>;
const columns = `p.id, p.owner_id, p.name, p.is_open, p.created_at, (select count(*)::int from video_playlist_items i where i.playlist_id = p.id) as count,
  exists (select from video_playlist_items i where i.playlist_id = p.id and i.video_id = $2::uuid) as has`;
const ofOwner = statement<Row, [ownerId: string, videoId: string | null]>(
  `
    select ${columns}
    from video_playlists p
    where p.owner_id = $1
    order by p.id desc
    limit ${VIDEOHOST.playlists}
  `,
);
const one = statement<Row, [id: string, videoId: string | null]>(
  `
    select ${columns}
    from video_playlists p
    where p.id = $1
  `,
);
const items = statement<Positioned, [playlistId: string, after: string, limit: number]>(
  'select i.video_id as id, i.id as cursor from video_playlist_items i where i.playlist_id = $1 and i.id > $2 order by i.id limit $3',
);
/**
 * Returns the videos of a playlist in the order in which they were added; `after` is the position
 * of the last one.
 */
export const pickItems = (
  db: Db,
  playlistId: string,
  after: string | undefined,
  limit: number,
): Promise<Positioned[]> => items(db, playlistId, after ?? FIRST_ID, limit);
export const pickPlaylists = (db: Db, ownerId: string, videoId: string | null): Promise<Row[]> =>
  ofOwner(db, ownerId, videoId);

const present = (row: Row, ownerName: string): Shown => ({
  _id: row.id,
  name: row.name,
  open: row.is_open,
  owner: row.owner_id,
  ownerName,
  count: row.count,
  date: row.created_at.toISOString(),
  has: row.has,
});
async function nameOf(context: AppContext, id: string): Promise<string> {
  const { name, surname } = (await gatherCards(context.db, [id])).get(id) ?? removedPerson(id);
  return `${name} ${surname}`.trim();
}
/** Returns the caller's playlists, newest first; with a video, whether each contains it. */
export async function listPlaylists(
  context: AppContext,
  viewer: Viewer,
  videoId?: string,
): Promise<Shown[]> {
  const [rows, name] = await Promise.all([
    pickPlaylists(context.db, viewer.id, videoId ?? null),
    nameOf(context, viewer.id),
  ]);
  return rows.map((row) => present(row, name));
}
async function getOwn(context: AppContext, viewer: Viewer, id: string): Promise<Row> {
  const row = isId(id) ? (await one(context.db, id, null))[0] : undefined;
  if (row?.owner_id !== viewer.id) throw appError('not_found');
  return row;
}
/** Creates a playlist. Throws `too_many_playlists`. */
export async function createPlaylist(
  context: AppContext,
  viewer: Viewer,
  input: { name: string; open?: boolean },
): Promise<Shown> {
  const id = newId();
  await transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    const { rows } = await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from video_playlists
      where owner_id = ${viewer.id}
    `.execute(tx);
    if (rows[0]!.count >= VIDEOHOST.playlists) throw appError('too_many_playlists');
    await tx
      .insertInto('video_playlists')
      .values({ id, owner_id: viewer.id, name: input.name, is_open: input.open ?? false })
      .execute();
  });
  return present((await one(context.db, id, null))[0]!, await nameOf(context, viewer.id));
}
/** Renames a playlist, or makes it open or closed. Throws `not_found`. */
export async function editPlaylist(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: { name: string; open?: boolean },
): Promise<Shown> {
  const before = await getOwn(context, viewer, id);
  await context.db
    .updateTable('video_playlists')
    .set({ name: input.name, is_open: input.open ?? before.is_open })
    .where('id', '=', id)
    .execute();
  return present((await one(context.db, id, null))[0] ?? before, await nameOf(context, viewer.id));
}
export async function removePlaylist(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await getOwn(context, viewer, id);
  await context.db.deleteFrom('video_playlists').where('id', '=', id).execute();
}
/**
 * Returns a playlist of the caller, or an open one of a user who does not block the caller. Throws
 * `not_found`.
 */
export async function getPlaylist(
  context: AppContext,
  viewer: Viewer,
  id: string,
  before?: string,
) {
  const row = isId(id) ? (await one(context.db, id, null))[0] : undefined;
  const isSeen =
    row !== undefined &&
    (row.owner_id === viewer.id ||
      (row.is_open && (await findBlockers(context.db, viewer.id, [row.owner_id])).length === 0));
  if (!isSeen) throw appError('not_found');
  return {
    playlist: present(row, await nameOf(context, row.owner_id)),
    ...(await showWalk(context, viewer, (limit) => pickItems(context.db, id, before, limit))),
  };
}
/** Adds a video to the end of an own playlist. Idempotent. Throws `not_found`, `playlist_full`. */
export async function addToPlaylist(
  context: AppContext,
  viewer: Viewer,
  id: string,
  videoId: string,
): Promise<void> {
  await getOwn(context, viewer, id);
  await getSeen(context, viewer, videoId);
  await transaction(context, async (tx) => {
    await lockRow(tx, 'video_playlists', id);
    const [row] = await one(tx, id, videoId);
    if (row === undefined) throw appError('not_found');
    if (row.count >= VIDEOHOST.inPlaylist && !row.has) throw appError('playlist_full');
    await sql`
      insert into video_playlist_items (playlist_id, video_id, id)
      values (${id}, ${videoId}, ${newId()})
      on conflict do nothing
    `.execute(tx);
  });
}
export async function removeFromPlaylist(
  context: AppContext,
  viewer: Viewer,
  id: string,
  videoId: string,
): Promise<void> {
  await getOwn(context, viewer, id);
  if (isId(videoId))
    await sql`
      delete from video_playlist_items
      where playlist_id = ${id} and video_id = ${videoId}
    `.execute(context.db);
}
