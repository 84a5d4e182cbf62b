import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readEmail } from '#features/account/service.ts';
import { insertMessage, isKept } from './queries.ts';

export {
  answerAppeal,
  countNewAppeals,
  pickAppeals,
  setAppealState,
  type AppealFacts,
} from './answering.ts';
export { forgetSender } from './queries.ts';

export type Appeal = { message: string; email?: string; clientId?: string };

/**
 * Stores a message to the admin; a member is identified by the session. Throws `bad_input` for an
 * invalid address, `too_often`. Idempotent by `clientId`: a repeated message is stored once and
 * counted once.
 */
export async function keepAppeal(
  context: AppContext,
  viewer: Viewer | null,
  address: string,
  input: Appeal,
): Promise<void> {
  const email = input.email === undefined || input.email === '' ? null : readEmail(input.email);
  const { message, clientId } = input;
  if (clientId !== undefined && (await isKept(context.db, clientId, message))) return;
  await context.limits.spend('support', address);
  await transaction(context, (tx) =>
    insertMessage(tx, {
      id: newId(),
      user_id: viewer?.id ?? null,
      email,
      text: message,
      client_id: clientId ?? null,
    }),
  );
}
