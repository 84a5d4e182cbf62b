import type { Message } from '../rooms/room-state.ts';

/**
 * Whether a member may edit a message: an own one that was not forwarded and is neither a poll nor
 * a sticker.
 */
export const isEditable = ({ user, forwarded, poll, sticker }: Message, me: string): boolean =>
  user === me && forwarded === null && poll === null && sticker === null;
/** Returns the newest message that the member may edit, or null. */
export const findLastEditable = (messages: readonly Message[], me: string): Message | null =>
  messages.findLast((message) => isEditable(message, me)) ?? null;

/** The most emoji that are drawn large, as in other messengers. */
const MAX_LONE = 3;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*\d]\ufe0f?\u20e3)/u;
/** Whether a text is one to three emoji and nothing else. */
export function isLoneEmoji(text: string): boolean {
  // Three families have 33 code units: a longer text is not looked at.
  if (text === '' || text.length > 40) return false;
  const signs = [...new Intl.Segmenter('ru').segment(text.trim())].map(({ segment }) => segment);
  return signs.length <= MAX_LONE && signs.every((sign) => EMOJI.test(sign));
}
