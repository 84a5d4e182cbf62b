import type { AppealState } from '@respa/contract/admin';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  answerAppeal,
  pickAppeals,
  setAppealState,
  type AppealFacts,
} from '#features/support/service.ts';
import { cardsFor } from './cards.ts';
import { readPage } from '#platform/database/paging.ts';

async function present(context: AppContext, rows: AppealFacts[]) {
  const cardOf = await cardsFor(
    context,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    _id: row.id,
    text: row.text,
    date: row.created_at.toISOString(),
    state: row.state,
    person: cardOf(row.user_id),
    email: row.email,
    answer: row.answer,
    answered: row.answered_at?.toISOString() ?? null,
  }));
}
const presentOne = async (context: AppContext, row: AppealFacts) =>
  (await present(context, [row]))[0]!;

/** Returns a page of support messages, newest first. */
export async function listAppeals(
  context: AppContext,
  input: { state?: AppealState; before?: string },
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.adminList, (limit) =>
    pickAppeals(context.db, { ...input, limit }),
  );
  return {
    messages: await present(context, rows),
    isLast,
  };
}
/** Replies to a message by email. Throws `not_found`, `no_address`, `answered_already`. */
export async function answer(context: AppContext, viewer: Viewer, id: string, text: string) {
  const row = await transaction(context, async (tx) => {
    const answered = await answerAppeal(context, tx, id, text);
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: 'answer',
      kind: 'appeal',
      objectId: id,
      personId: answered.user_id,
    });
    return answered;
  });
  return presentOne(context, row);
}
/**
 * Closes a message without an answer, or reopens it. Idempotent. Throws `not_found`,
 * `answered_already`.
 */
export async function changeState(
  context: AppContext,
  viewer: Viewer,
  id: string,
  state: 'new' | 'closed',
) {
  const row = await transaction(context, async (tx) => {
    const { appeal, isChanged } = await setAppealState(tx, id, state);
    if (isChanged)
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: state === 'new' ? 'reopen_message' : 'close_message',
        kind: 'appeal',
        objectId: id,
        personId: appeal.user_id,
      });
    return appeal;
  });
  return presentOne(context, row);
}
