import { POST_MENTION_TITLE } from '@respa/contract/notifications';
import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { notifyNamed, withdraw } from '#features/notifications/service.ts';
import { findPerson, findRelations, namedIn, type MentionItem } from '#features/people/service.ts';
import { isSeen, visibilityOf } from './policy.ts';
import type { PostRow } from './queries.ts';

/**
 * Notifies the people whom a visible post names and who may see it, except those whom it named
 * before, and withdraws the notices to those whom it names no more.
 */
export async function notifyNamedIn(
  context: AppContext,
  tx: Tx,
  after: After,
  post: PostRow,
  before: readonly MentionItem[] = [],
): Promise<void> {
  const named = namedIn(post.mentions);
  const former = namedIn(before);
  if (former.length > 0) await withdraw(context, tx, after, { part: post.id, stillTo: named });
  const fresh = named.filter((id) => !former.includes(id));
  const owner = fresh.length === 0 ? undefined : await findPerson(tx, post.author_id);
  if (owner === undefined) return;
  const relations = await findRelations(tx, post.author_id, fresh);
  const to = fresh.filter((id) =>
    isSeen(
      post,
      visibilityOf({
        isAuthor: id === post.author_id,
        isMember: true,
        isFriend: relations.get(id) === 'friends',
        wallFor: owner.wall_for,
      }),
    ),
  );
  await notifyNamed(context, tx, after, {
    to,
    from: post.author_id,
    title: POST_MENTION_TITLE,
    postType: 'userpost',
    postId: post.id,
    part: post.id,
  });
}
