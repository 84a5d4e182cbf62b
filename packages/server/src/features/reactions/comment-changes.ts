import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { readNamed } from '#features/people/service.ts';
import * as objects from './object-queries.ts';
import * as queries from './queries.ts';
import { mayModerate, type Reactions } from './visibility.ts';
import { type Shown, getSeen, mayBeTold, presentOwn, tellNamed } from './comments.ts';

/** Edits an own comment; the same text is no edit. Throws `not_found`, also to others. */
export async function editComment(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  { text, mentions: json }: { text: string; mentions?: string },
): Promise<Shown> {
  const { found, object } = await getSeen(context, reactions, viewer, id);
  if (found.author_id !== viewer.id) throw appError('not_found');
  const mentions = await readNamed(context, viewer, text, json);
  const told = await mayBeTold(context, reactions, viewer, mentions, object);
  const row = await transaction(context, async (tx, after) => {
    const locked = await queries.lockComment(tx, id);
    if (locked === undefined) throw appError('not_found');
    if (locked.text === text) return locked;
    const changed = await queries.updateComment(tx, id, { text, mentions }, now());
    await tellNamed(context, tx, after, changed, object, { to: told, before: locked.mentions });
    return changed;
  });
  return presentOwn(context, viewer, row);
}
/**
 * Deletes a comment: its author may, and the owner or a moderator of its object. Replies to it
 * stay. Throws `not_found` to everyone else, and on a second call.
 */
export async function removeComment(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const seen = await queries.findComment(context.db, id);
  const under =
    seen === undefined ? undefined : await objects.findObject(context.db, seen.object_id);
  const moderates = under !== undefined && (await mayModerate(reactions, viewer.id, under));
  await transaction(context, async (tx, after) => {
    const found = await queries.findComment(tx, id);
    const object = found === undefined ? undefined : await objects.lockObject(tx, found.object_id);
    if (
      found === undefined ||
      object === undefined ||
      (found.author_id !== viewer.id && !moderates)
    )
      throw appError('not_found');
    if (!(await dropComment(context, tx, after, found, object))) throw appError('not_found');
    if (viewer.isAdmin && found.author_id !== viewer.id && object.owner_id !== viewer.id)
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_comment',
        kind: 'comment',
        objectId: id,
        personId: found.author_id,
        removed: { after, title: 'Комментарий', text: found.text },
      });
  });
}
/**
 * Deletes a comment without a permission check. The caller has checked the permission and holds the
 * object's lock. Returns false if the comment was deleted already.
 */
export async function dropComment(
  context: AppContext,
  tx: Tx,
  after: After,
  found: queries.CommentRow,
  object: objects.ObjectRow,
): Promise<boolean> {
  if (!(await queries.deleteComment(tx, found.id))) return false;
  await objects.countReaction(tx, object.id, 'comments', -1);
  await tellNamed(context, tx, after, { ...found, mentions: [] }, object, {
    to: [],
    before: found.mentions,
  });
  const { author_id: by, answered_id: to } = found;
  if (!(await queries.hasComments(tx, object.id, by)))
    await context.signals.emit('unreacted', {
      tx,
      after,
      type: 'comment',
      by,
      objectId: object.id,
    });
  // The owner is notified of every comment, other users only of replies to them.
  else if (
    to !== null &&
    to !== object.owner_id &&
    !(await queries.hasAnswers(tx, object.id, by, to))
  )
    await context.signals.emit('unreacted', {
      tx,
      after,
      type: 'comment',
      by,
      objectId: object.id,
      to,
    });
  return true;
}
