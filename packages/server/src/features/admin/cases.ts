import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { fit } from '@respa/contract/characters';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { ModeratedItem } from '#platform/runtime/moderation.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { SignalMap } from '#platform/runtime/signals.ts';
import { transaction } from '#platform/database/transaction.ts';
import { gatherSuspensions } from '#features/account/service.ts';
import { notify } from '#features/notifications/service.ts';
import {
  closeCase as close,
  closeCaseOf,
  describeThings,
  findCase,
  gatherLatestReports,
  pickCases,
  type Reports,
} from '#features/reports/service.ts';
import { cardsFor } from './cards.ts';
import { readPage } from '#platform/database/paging.ts';

/** How many reporters of an item are shown. */
const SHOWN_REPORTERS = 5;
const QUOTED = 60;

/** Returns a page of reported items, each once, newest first. */
export async function listCases(
  context: AppContext,
  reports: Reports,
  input: { state?: 'open' | 'closed'; before?: string },
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.adminList, (limit) =>
    pickCases(context.db, {
      isOpen: input.state !== 'closed',
      before: input.before,
      limit,
    }),
  );
  const owners = rows.flatMap((row) => row.owner_id ?? []);
  const [things, said, suspensions] = await Promise.all([
    describeThings(reports, rows),
    gatherLatestReports(
      context.db,
      rows.map((row) => row.id),
      SHOWN_REPORTERS,
    ),
    gatherSuspensions(context.db, owners),
  ]);
  const cardOf = await cardsFor(context, [...owners, ...said.map((one) => one.reporter_id)]);
  const heard = Map.groupBy(said, (one) => one.case_id);
  return {
    cases: rows.map((row) => {
      const thing = things.get(`${row.kind} ${row.object_id}`);
      return {
        _id: row.id,
        kind: row.kind,
        objectId: row.object_id,
        date: row.created_at.toISOString(),
        outcome: row.outcome,
        closed: row.closed_at?.toISOString() ?? null,
        count: row.count,
        ownerReports: row.owner_cases,
        owner: cardOf(row.owner_id),
        isOwnerSuspended: row.owner_id !== null && suspensions.has(row.owner_id),
        mayTakeDown:
          thing !== undefined && reports.kinds.get(row.kind)?.moderation.takeDown !== undefined,
        thing:
          thing === undefined ? null : { title: thing.title, text: thing.text, link: thing.link },
        reports: (heard.get(row.id) ?? []).map((one) => ({
          person: cardOf(one.reporter_id),
          reason: one.reason,
          text: one.text,
          date: one.created_at.toISOString(),
        })),
      };
    }),
    isLast,
  };
}
/** Closes a case without further action. Idempotent. Throws `not_found`. */
export const closeCase = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx) => {
    const found = isId(id) ? await findCase(tx, id) : undefined;
    if (found === undefined) throw appError('not_found');
    if (await close(tx, id, 'kept'))
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'close_report',
        kind: found.kind,
        objectId: found.object_id,
        personId: found.owner_id,
      });
  });

/** Returns the notice text for the owner of an item that was taken down. */
function takedownNoticeText(
  { title, text }: Pick<ModeratedItem, 'title' | 'text'>,
  reason?: string,
): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const quote = line === '' || title.includes('«') ? '' : ` «${fit(line, QUOTED)}»`;
  return `Удалено: ${title.charAt(0).toLowerCase()}${title.slice(1)}${quote}.${reason === undefined ? '' : ` Причина: ${reason}`}`;
}
/**
 * Handles content that the admin removed in place, outside the admin panel: its owner is notified,
 * and its case is closed.
 */
export async function settleRemoved(
  context: AppContext,
  { tx, adminId, kind, objectId, personId, removed }: SignalMap['adminActed'],
): Promise<void> {
  if (removed === undefined) return;
  const { after, title, text = '' } = removed;
  if (personId != null && personId !== adminId)
    await notify(context, tx, after, {
      to: personId,
      from: personId,
      type: 'takedown',
      title: takedownNoticeText({ title, text }),
    });
  await closeCaseOf(tx, kind!, objectId!, 'taken_down');
}
/**
 * Takes an item down with everything that belongs to it. Its owner, and owners of the same content,
 * get the reason, and its case is closed. Throws `not_content` for what cannot be
 * taken down, `not_found`, also the second time.
 */
export async function takeDown(
  context: AppContext,
  reports: Reports,
  viewer: Viewer,
  input: { kind: string; id: string; reason: string },
): Promise<void> {
  const { kind, id, reason } = input;
  const known = reports.kinds.get(kind)?.moderation;
  if (known?.takeDown === undefined) throw appError('not_content');
  const thing = isId(id) ? (await known.describe([id])).get(id) : undefined;
  if (thing === undefined) throw appError('not_found');
  await transaction(context, async (tx, after) => {
    const taken = await known.takeDown!(tx, after, id);
    if (taken === false) throw appError('not_found');
    // Each owner is notified once, and the owner of this item about this item.
    const theirs = new Map(
      [...(taken === true ? [] : taken), thing].map((one) => [one.ownerId, one]),
    );
    for (const [to, one] of theirs)
      if (to !== null && to !== viewer.id)
        await notify(context, tx, after, {
          to,
          from: to,
          type: 'takedown',
          title: takedownNoticeText(one, reason),
        });
    await closeCaseOf(tx, kind, id, 'taken_down');
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'take_down',
      kind,
      objectId: id,
      personId: thing.ownerId,
      reason,
    });
  });
}
