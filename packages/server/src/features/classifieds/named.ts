import { AD_MENTION_TITLE } from '@respa/contract/notifications';
import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { notifyNamed, withdraw } from '#features/notifications/service.ts';
import { namedIn, type MentionItem } from '#features/people/service.ts';

type Naming = { id: string; ownerId: string; mentions: readonly MentionItem[] };
/**
 * Notifies the people whom an ad on sale names, except those whom it named before, and withdraws
 * the notices to those whom it names no more. Every member sees an ad on sale, unless its owner
 * blocks them.
 */
export async function notifyNamedIn(
  context: AppContext,
  tx: Tx,
  after: After,
  { id, ownerId, mentions }: Naming,
  before: readonly MentionItem[] = [],
): Promise<void> {
  const [named, former] = [namedIn(mentions), namedIn(before)];
  if (former.length > 0) await withdraw(context, tx, after, { part: id, stillTo: named });
  await notifyNamed(context, tx, after, {
    to: named.filter((one) => !former.includes(one)),
    from: ownerId,
    title: AD_MENTION_TITLE,
    postType: 'ad',
    postId: id,
    part: id,
  });
}
