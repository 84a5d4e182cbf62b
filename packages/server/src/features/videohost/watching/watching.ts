import { sql } from 'kysely';
import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import { now } from '#platform/runtime/clock.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { lockPerson } from '#features/people/service.ts';
import { filterVisible } from '../list-queries.ts';
import { pickHistory, pickLater, type Positioned } from './member-list-queries.ts';
import type { ShownCard } from '../present.ts';
import { getSeen, showCards } from '../videos.ts';
import { readPage } from '#platform/database/paging.ts';

/**
 * Records that the viewer starts watching: the first time of a day counts as a view, and each time
 * moves the video to the top of the history. Throws `not_found`.
 */
export async function view(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<{ views: number }> {
  const { video } = await getSeen(context, viewer, id);
  const today = now().toISOString().slice(0, 10);
  return transaction(context, async (tx) => {
    const isFirst = await noteView(tx, viewer.id, id, today);
    if (!isFirst) return { views: video.views };
    await sql`
      insert into video_days (video_id, day, views)
      values (${id}, ${today}, 1)
      on conflict (video_id, day) do update set views = video_days.views + 1
    `.execute(tx);
    const { rows } = await sql<{
      views: number;
    }>`
      update videos
      set views = views + 1
      where id = ${id}
      returning views
    `.execute(tx);
    if (rows[0] === undefined) throw appError('not_found');
    return rows[0];
  });
}
/** Returns whether this is the user's first view of the day. */
async function noteView(tx: Tx, userId: string, id: string, today: string): Promise<boolean> {
  const place = newId();
  const { rows } = await sql`
      insert into video_watches (user_id, video_id, id, viewed_on)
      values (${userId}, ${id}, ${place}, ${today})
      on conflict (user_id, video_id) do update set id = excluded.id, viewed_on = excluded.viewed_on
      where video_watches.viewed_on is distinct from excluded.viewed_on
      returning 1
    `.execute(tx);
  if (rows.length > 0) return true;
  await sql`
    update video_watches
    set id = ${place}
    where user_id = ${userId} and video_id = ${id}
  `.execute(tx);
  return false;
}
/**
 * Seconds. A video stopped this close to its end counts as watched and starts from the beginning
 * the next time.
 */
const END_SECONDS = 5;
/** Stores the playback position. Throws `not_found`. */
export async function saveProgress(
  context: AppContext,
  viewer: Viewer,
  id: string,
  second: number,
): Promise<{ position: number }> {
  const { video } = await getSeen(context, viewer, id);
  const position =
    second >= video.duration - Math.min(END_SECONDS, video.duration / 10)
      ? 0
      : Math.round(second * 10) / 10;
  await sql`
    insert into video_watches (user_id, video_id, position)
    values (${viewer.id}, ${id}, ${position})
    on conflict (user_id, video_id) do update set position = excluded.position
  `.execute(context.db);
  return { position };
}

export type Walked = { videos: ShownCard[]; isLast: boolean; next: string | null };
/**
 * Returns a page of a list by positions. Videos that the viewer may no longer see are left out, and
 * the next page continues behind them.
 */
export async function showWalk(
  context: AppContext,
  viewer: Viewer,
  pick: (limit: number) => Promise<Positioned[]>,
): Promise<Walked> {
  const { rows: page, isLast } = await readPage(VIDEOHOST.page, pick);
  const visible = await filterVisible(
    context.db,
    viewer.id,
    page.map(({ id }) => id),
  );
  return {
    videos: await showCards(
      context,
      viewer,
      page.flatMap(({ id }) => (visible.has(id) ? [id] : [])),
    ),
    isLast,
    next: isLast ? null : page.at(-1)!.cursor,
  };
}
/**
 * Returns the caller's watch history, the latest first; `before` is the `next` of the previous
 * page.
 */
export const listHistory = (
  context: AppContext,
  viewer: Viewer,
  before?: string,
): Promise<Walked> =>
  showWalk(context, viewer, (limit) => pickHistory(context.db, viewer.id, before, limit));
/** Removes a video from the history, or all videos, with their playback positions. Idempotent. */
export const forgetWatched = async (db: Db, userId: string, videoId?: string): Promise<void> =>
  void (await sql`
    update video_watches
    set id = null, position = 0
    where user_id = ${userId}
      and id is not null ${videoId === undefined ? sql`` : sql`and video_id = ${videoId}`}
  `.execute(db));

/** Returns the caller's watch-later list, newest first. */
export const listLater = (context: AppContext, viewer: Viewer, before?: string): Promise<Walked> =>
  showWalk(context, viewer, (limit) => pickLater(context.db, viewer.id, before, limit));
/** Adds a video to the watch-later list. Idempotent. Throws `not_found`, `playlist_full`. */
export async function addLater(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await getSeen(context, viewer, id);
  await transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    const { numAffectedRows } = await sql`
        insert into video_later (user_id, video_id, id)
        values (${viewer.id}, ${id}, ${newId()})
        on conflict do nothing
      `.execute(tx);
    if (numAffectedRows === 0n) return;
    const { rows } = await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from (
        select
        from video_later
        where user_id = ${viewer.id}
        limit ${VIDEOHOST.inPlaylist + 1}
      ) kept
    `.execute(tx);
    if (rows[0]!.count > VIDEOHOST.inPlaylist) throw appError('playlist_full');
  });
}
export async function removeLater(db: Db, userId: string, id: string): Promise<void> {
  if (isId(id))
    await sql`delete from video_later where user_id = ${userId} and video_id = ${id}`.execute(db);
}
