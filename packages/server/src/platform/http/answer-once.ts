import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '@respa/contract/durations';
import { appError } from '@respa/contract/app-errors';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '@respa/contract/idempotency';
import type { RouteSpec } from '@respa/contract/route';
import {
  deleteCreations,
  findCreation,
  inCreation,
  RepeatedCreation,
  saveReply,
  type Creation,
} from '#platform/database/creations.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';

/** How long a repeated call waits for the answer of the first one, in ms. */
const WAIT_MS = 10_000;
const STEP_MS = 50;
/** How long a key keeps its meaning: longer than a browser keeps an unsent form open, in ms. */
const KEPT_MS = 7 * DAY_MS;
const SWEEP_ROWS = 5_000;

/** Returns the creation that a request declares, or null. Throws `bad_input` for a bad key. */
export function readCreation(
  route: RouteSpec,
  userId: string | undefined,
  request: FastifyRequest,
): Creation | null {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (route.creates !== true || userId === undefined || key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw appError('bad_input');
  return { userId, key, route: `${route.method} ${route.path}`, isRecorded: false };
}

/**
 * Handles a creating call once. A call with a known key gets the reply of the first one and changes
 * nothing. Throws `already_created` if the first one has no reply, `key_used` if the key belongs to
 * another call, and what `handle` throws.
 */
export async function answerOnce<Reply>(
  context: AppContext,
  creation: Creation | null,
  handle: () => Promise<Reply>,
): Promise<Reply> {
  if (creation === null) return handle();
  const before = await findCreation(context.db, creation);
  if (before !== undefined) return awaitReply<Reply>(context, creation);
  try {
    const reply = await inCreation(creation, handle);
    if (creation.isRecorded) await saveReply(context.db, creation, reply);
    return reply;
  } catch (error) {
    // A check outside the transaction may refuse what the same call has just created.
    if (
      error instanceof RepeatedCreation ||
      (!creation.isRecorded && (await findCreation(context.db, creation)) !== undefined)
    )
      return awaitReply<Reply>(context, creation);
    throw error;
  }
}

async function awaitReply<Reply>(context: AppContext, creation: Creation): Promise<Reply> {
  for (let waited = 0; ; waited += STEP_MS) {
    const found = await findCreation(context.db, creation);
    if (found !== undefined && found.route !== creation.route) throw appError('key_used');
    if (found?.reply != null) return found.reply as Reply;
    if (found === undefined || waited >= WAIT_MS) throw appError('already_created');
    await delay(STEP_MS);
  }
}

/** Deletes the keys that have lost their meaning, on the regular job `creations.sweep`. */
export function sweepCreations(context: AppContext): void {
  context.jobs.on('creations.sweep', async () => {
    const before = new Date(nowMs() - KEPT_MS);
    while ((await deleteCreations(context.db, before, SWEEP_ROWS)) === SWEEP_ROWS);
  });
}
