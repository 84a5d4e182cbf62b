import type { Message, RoomAction, RoomState } from './room-state.ts';

type Unread = Pick<RoomState, 'unread' | 'newest'>;
/** Lines about calls are news for the other person, unlike those about a group chat. */
const CALLS = new Set<string>(['missed_call', 'declined_call']);
const isNews = (message: Message, me: string): boolean =>
  message.user !== me && (message.system === null || CALLS.has(message.system.kind));
/** Counts the shown messages of others in `(after, upTo]`. */
function countBetween(
  { messages, me }: RoomState,
  after: number,
  upTo: number = Number.POSITIVE_INFINITY,
): number {
  let count = 0;
  for (let at = messages.length - 1; at >= 0 && messages[at]!.position > after; at -= 1)
    if (messages[at]!.position <= upTo && isNews(messages[at]!, me)) count += 1;
  return count;
}

/** Returns the id of a message that the action deletes, or in whose place it puts a line. */
const findGone = (action: RoomAction, me: string): string | undefined =>
  action.type === 'delete'
    ? action.id
    : (action.type === 'edit' || action.type === 'create') && !isNews(action.message, me)
      ? action.message._id
      : undefined;
/**
 * Returns how many messages the user has not read, and the position of the room's last message,
 * after an action. Exact while everything unread is shown; otherwise the server's number is carried
 * on.
 */
export function countUnread(before: RoomState, after: RoomState, action: RoomAction): Unread {
  const read = after.reads[after.me] ?? 0;
  const [first, last] = [after.messages[0], after.messages.at(-1)];
  const known = action.type === 'init' ? action : before;
  let { newest, unread } = known;
  newest = Math.max(newest, last?.position ?? 0);
  const goneId = findGone(action, after.me);
  const gone = before.messages.find(({ _id }) => _id === goneId);
  if (gone !== undefined && gone.position > read && isNews(gone, after.me)) unread -= 1;
  if (action.type === 'create') {
    const { message } = action;
    const isNew = message.position > Math.max(before.newest, read);
    if (isNew && isNews(message, after.me)) unread += 1;
    newest = Math.max(newest, message.position);
  } else if (action.type === 'read' && action.userId === after.me)
    unread -= countBetween(after, before.reads[after.me] ?? 0, read);
  const isWhole = !after.hasNewer && (after.isLast || (first?.position ?? 0) <= read + 1);
  if (isWhole) unread = countBetween(after, read);
  return { newest, unread: read >= newest ? 0 : Math.max(0, unread) };
}
/**
 * Returns the first message that the user has not read, if it is certainly among the shown ones.
 */
export function findFirstUnread({ messages, isLast, reads, me }: RoomState): Message | undefined {
  const read = reads[me] ?? 0;
  const first = messages.find((message) => message.position > read && isNews(message, me));
  // Older pages may contain more unread messages; then the start of the unread part is unknown.
  const isKnown = isLast || (messages[0]?.position ?? 0) <= read;
  return isKnown || first !== messages[0] ? first : undefined;
}
