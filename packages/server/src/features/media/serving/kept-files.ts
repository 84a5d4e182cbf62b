import { AppError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { assertFits } from '../accounts/accounts.ts';
import { holdBlob } from '../blobs/blobs.ts';
import * as queries from '../queries.ts';
import { discardPrepared, type Prepared } from './prepared.ts';

const NO_HASH = Buffer.alloc(0);

/**
 * The owner, and what the file belongs to: a room, a post, an album. `isDerived`: the server made
 * it of a file that the owner has stored, so it may exceed the quota. A picture that no member has
 * sent has no owner.
 */
export type Belonging = { ownerId: string | null; scopeId?: string; isDerived?: true };

/**
 * Writes the row of a prepared file, in the transaction that creates the object showing it. Throws
 * `storage_full`.
 */
export async function keep(
  context: AppContext,
  tx: Tx,
  prepared: Prepared,
  { ownerId, scopeId, isDerived }: Belonging,
): Promise<queries.MediaRow> {
  const { folder, name, kind, mime, width, height, thumbhash, duration, bytes, blob } = prepared;
  const blobId = blob === undefined ? null : await holdBlob(context, tx, prepared, ownerId!);
  const row = await queries.insertMedia(tx, {
    id: newId(),
    folder,
    name,
    owner_id: ownerId,
    scope_id: scopeId ?? null,
    kind,
    mime,
    width: width || null,
    height: height || null,
    thumbhash: thumbhash || null,
    duration_ms: Math.round(duration * 1000) || null,
    bytes,
    created_at: now(),
    blob_id: blobId,
  });
  if (isDerived !== true && ownerId !== null) await assertFits(context, tx, { ownerId, folder });
  return row;
}

/**
 * Runs `work` and keeps the prepared files in the same transaction. If it throws or returns
 * undefined, the bytes are deleted; an error is rethrown, `storage_full` among them. If it is
 * unknown whether the commit succeeded, the bytes stay, and the orphan sweep decides later.
 */
export async function keepPrepared<T>(
  context: AppContext,
  prepared: readonly Prepared[],
  belonging: Belonging | ((one: Prepared) => Belonging),
  work: (tx: Tx, after: After) => Promise<T>,
): Promise<T> {
  try {
    const result = await transaction(context, async (tx, after) => {
      const done = await work(tx, after);
      // Insert in one order, so that two concurrent uploads of the same contents do not deadlock.
      const inOrder = [...prepared].sort((a, b) =>
        Buffer.compare(a.blob?.hash ?? NO_HASH, b.blob?.hash ?? NO_HASH),
      );
      if (done !== undefined)
        for (const one of inOrder)
          await keep(
            context,
            tx,
            one,
            typeof belonging === 'function' ? belonging(one) : belonging,
          );
      return done;
    });
    // Bytes that were stored before are not needed twice.
    await discardPrepared(
      context,
      result === undefined ? prepared : prepared.filter(({ blob }) => blob !== undefined),
    );
    return result;
  } catch (error) {
    if (wasRolledBack(error)) await discardPrepared(context, prepared);
    throw error;
  }
}

/**
 * Returns true for an app error or a database error; false for a lost connection or a timeout,
 * after which the commit may still happen.
 */
function wasRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  // An SQLSTATE has a digit; EPIPE has none.
  return (
    error instanceof AppError ||
    (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code))
  );
}
