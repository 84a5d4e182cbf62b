import { useEffect } from 'react';
import { useMyId } from '#lib/network/session.ts';
import type { Seen } from '../scrolling/use-seen.ts';
import type { RoomState } from './room-state.ts';
import { useSeenRoom } from './sound.ts';
import { readRoom } from '../api.ts';
import type { ConversationKind } from './conversation-kind.ts';

/**
 * Marks a room as read while it is in front: everything at its end, elsewhere up to the last
 * message that was visible.
 */
export function useReading(
  id: string,
  kind: ConversationKind,
  { messages, reads }: RoomState,
  isAtEnd: boolean,
  seen: Seen | null,
): void {
  const me = useMyId();
  const isSeen = useSeenRoom(id);
  const last = messages.at(-1);
  const unread = last !== undefined && (reads[me] ?? 0) < last.position;
  useEffect(() => {
    if (unread && isAtEnd && isSeen) readRoom(id, kind).catch(() => {});
  }, [id, kind, unread, isAtEnd, isSeen, last?._id]);
  const upTo = !isAtEnd && seen !== null && seen.position > (reads[me] ?? 0) ? seen.id : undefined;
  useEffect(() => {
    if (upTo !== undefined && isSeen) readRoom(id, kind, upTo).catch(() => {});
  }, [id, kind, upTo, isSeen]);
}
