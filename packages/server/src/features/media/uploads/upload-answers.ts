import { AppError, ERROR_CATALOGUE } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { StoreAway } from '#platform/storage/storage.ts';

/** Replaces the protocol's error text with a message for users; the original text names paths. */
export function answerOf(
  context: AppContext,
  error: Error | { status_code: number; body: string },
): { status_code: number; body: string } {
  const body = (code: keyof typeof ERROR_CATALOGUE, text: string) =>
    JSON.stringify({ error: text, code });
  if (error instanceof AppError)
    return { status_code: error.status, body: body(error.code, error.message) };
  if (error instanceof StoreAway)
    return {
      status_code: ERROR_CATALOGUE.unavailable.status,
      body: body('unavailable', ERROR_CATALOGUE.unavailable.text),
    };
  const status = 'status_code' in error ? error.status_code : 500;
  if (status >= 500) context.log.warn({ err: error }, 'an upload broke off');
  const code =
    status === 404 || status === 410
      ? 'upload_lost'
      : status === 413 || status === 400
        ? 'bad_input'
        : status === 409
          ? 'upload_unfinished'
          : 'internal';
  return { status_code: status, body: body(code, ERROR_CATALOGUE[code].text) };
}
