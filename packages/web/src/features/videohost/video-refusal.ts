import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';

const EMPTY = 'Не введены заполненые основные параметры видео';

/** What is wrong with a video that was not taken, and in which fields. */
export type Refusal = {
  text: string;
  fields: Readonly<Record<string, string>>;
  /** Something of the main things is missing. */ isEmpty?: true;
};
export const FINE: Refusal = { text: '', fields: {} };
/** Made anew each time: a second press leads to what is wrong once more. */
export const refuse = (text: string): Refusal => ({ text, fields: {} });
export const refuseEmpty = (): Refusal => ({ text: EMPTY, fields: {}, isEmpty: true });
export const refusalOf = (error: unknown): Refusal => ({
  text: sentenceOf(error),
  fields: error instanceof ApiError ? error.fields : {},
});
/** What the field of the description says of itself. */
export const refuseLong = (): Refusal => refuse('Описание не длиннее 5 000 символов');
export const isTooLong = (description: string): boolean =>
  isLonger(description, LENGTHS.description);
