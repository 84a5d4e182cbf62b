import { PAGE_SIZES } from '@respa/contract/limits';
import { readPage, skipOf } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import * as commentLists from './comment-list-queries.ts';
import { getVisible, mayModerate, type Reactions } from './visibility.ts';
import { type Shown, type Reader, present } from './comments.ts';

/**
 * Returns a page counted from the end, its oldest comment first; `before` is the oldest comment
 * that the caller has seen. Throws `not_found`.
 */
export async function listComments(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  input: { before?: string; page?: number; offset?: number },
) {
  const object = await getVisible(context, reactions, viewer, id);
  const skip = skipOf(input, PAGE_SIZES.comments);
  const [{ rows, isLast }, moderates, hidden] = await Promise.all([
    readPage(PAGE_SIZES.comments, (limit) =>
      commentLists.pickComments(context.db, viewer.id, id, { before: input.before, skip, limit }),
    ),
    mayModerate(reactions, viewer.id, object),
    commentLists.countHiddenComments(context.db, viewer.id, id),
  ]);
  const comments = (await present(context, viewer, rows, () => moderates)).reverse();
  return {
    comments,
    count: object.comments - hidden,
    isLast,
  };
}
/**
 * Returns a page of the comments of an object that everyone reads, its oldest comment first. Those
 * from before `since` were written for members and are left out. The caller has checked that the
 * object is open.
 */
export async function listCommentsForAll(
  context: AppContext,
  id: string,
  { since, before }: { since: Date; before?: string | undefined },
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.comments, (limit) =>
    commentLists.pickCommentsSince(context.db, id, { since, before, limit }),
  );
  const shown = await present(context, { id: null }, rows, () => false);
  return { comments: shown.reverse(), isLast };
}
/**
 * Returns the most liked of the comments pinned to a second of an object, in the order of their
 * seconds. Throws `not_found`.
 */
export async function listMoments(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  limit: number,
): Promise<Shown[]> {
  await getVisible(context, reactions, viewer, id);
  return present(
    context,
    viewer,
    await commentLists.pickMoments(context.db, viewer.id, id, limit),
    () => false,
  );
}
/** Returns the newest comments of each object that the viewer may see, the newest last. */
export async function gatherNewest(
  context: AppContext,
  viewer: Reader,
  ids: string[],
  moderates: (objectId: string) => boolean,
): Promise<Map<string, Shown[]>> {
  if (ids.length === 0) return new Map();
  const rows = await commentLists.pickNewestOfEach(context.db, viewer.id, ids, PAGE_SIZES.comments);
  const shown = await present(context, viewer, rows, (row) => moderates(row.object_id));
  const found = new Map<string, Shown[]>();
  // The rows of each object come newest first.
  shown.forEach((one, index) => {
    const id = rows[index]!.object_id;
    found.set(id, [one, ...(found.get(id) ?? [])]);
  });
  return found;
}
