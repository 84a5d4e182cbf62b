import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';

const EMPTY = 'Не введены заполненые основные параметры видео';

/** Why a video was refused, and which fields are wrong. */
export type Refusal = {
  text: string;
  fields: Readonly<Record<string, string>>;
  /** A required field is empty. */ isEmpty?: true;
};
export const FINE: Refusal = { text: '', fields: {} };
/**
 * Returns a new object each time, so that a second press moves the focus to the error once more.
 */
export const refuse = (text: string): Refusal => ({ text, fields: {} });
export const refuseEmpty = (): Refusal => ({ text: EMPTY, fields: {}, isEmpty: true });
export const refusalOf = (error: unknown): Refusal => ({
  text: sentenceOf(error),
  fields: error instanceof ApiError ? error.fields : {},
});
/** The error shown at the description field. */
export const refuseLong = (): Refusal => refuse('Описание не длиннее 5 000 символов');
export const isTooLong = (description: string): boolean =>
  isLonger(description, LENGTHS.description);
