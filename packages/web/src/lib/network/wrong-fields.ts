import { ApiError, sentenceOf } from './call.ts';

/** Returns the message for a failed submission that the user may also have stopped. */
export const sendingSentence = (error: unknown): string =>
  (error as Error).name === 'AbortError' ? 'Отправка остановлена' : sentenceOf(error);

/**
 * Returns the errors of a failed submission by field. If the server names none of the form's
 * fields, `all` is the error of the whole form. Without `fields`, the form has every field that the
 * server may name.
 */
export function wrongFieldsOf(error: unknown, fields?: readonly string[]): Record<string, string> {
  const named = error instanceof ApiError ? error.fields : {};
  const isAtField = Object.keys(named).some((name) => fields?.includes(name) ?? true);
  return isAtField ? named : { all: sendingSentence(error) };
}
