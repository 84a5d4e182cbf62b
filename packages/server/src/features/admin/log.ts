import { PAGE_SIZES } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { SignalMap } from '#platform/runtime/signals.ts';
import { cardsFor } from './cards.ts';
import { insertEntry, pickLog } from './queries.ts';
import { readPage } from '#platform/database/paging.ts';

/** Logs an admin action, in its transaction. */
export async function writeDown({
  tx,
  adminId,
  action,
  kind,
  objectId,
  personId,
  reason,
}: SignalMap['adminActed']): Promise<void> {
  await insertEntry(tx, {
    id: newId(),
    admin_id: adminId,
    action,
    kind: kind ?? null,
    object_id: objectId ?? null,
    person_id: personId ?? null,
    reason: reason ?? '',
  });
}
/** Returns a page of logged actions, newest first. */
export async function listLog(context: AppContext, before?: string) {
  const { rows, isLast } = await readPage(PAGE_SIZES.adminList, (limit) =>
    pickLog(context.db, { before, limit }),
  );
  const cardOf = await cardsFor(
    context,
    rows.flatMap((row) => [row.admin_id, row.person_id]),
  );
  return {
    entries: rows.map((row) => ({
      _id: row.id,
      action: row.action,
      admin: cardOf(row.admin_id),
      person: cardOf(row.person_id),
      personId: row.person_id,
      kind: row.kind,
      objectId: row.object_id,
      reason: row.reason,
      date: row.created_at.toISOString(),
    })),
    isLast,
  };
}
