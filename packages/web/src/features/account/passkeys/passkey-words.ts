import { sentenceOf } from '#lib/network/call.ts';
import { PasskeyProblem } from './passkey-browser.ts';

/** Returns what to say about a failed passkey, whether the device or the server refused. */
export const passkeySentence = (error: unknown): string =>
  error instanceof PasskeyProblem ? error.message : sentenceOf(error);
