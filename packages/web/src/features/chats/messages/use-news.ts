import { useState } from 'react';
import type { RoomState } from '../rooms/room-state.ts';

/**
 * Returns the first message that was unread when the room was opened, and the text of a newly
 * arrived message for screen readers.
 */
export function useNews(
  state: RoomState,
  me: string,
): { firstUnread: string | null; arrived: string } {
  const [opened, setOpened] = useState<{ firstUnread: string | null; newest: number } | null>(null);
  const last = state.messages.at(-1);
  if (!state.isReady) return { firstUnread: null, arrived: '' };
  if (opened === null) {
    const read = state.reads[me] ?? 0;
    const first = state.messages.find((message) => message.user !== me && message.position > read);
    // Older pages may contain more unread messages; then the start of the unread part is unknown.
    const isWhole = state.isLast || (state.messages[0]?.position ?? 0) <= read;
    const now = {
      firstUnread: isWhole || first !== state.messages[0] ? (first?._id ?? null) : null,
      newest: last?.position ?? 0,
    };
    setOpened(now);
    return { firstUnread: now.firstUnread, arrived: '' };
  }
  const isNews = last !== undefined && last.user !== me && last.position > opened.newest;
  return {
    firstUnread: opened.firstUnread,
    arrived: isNews ? `${last.name}: ${last.message}` : '',
  };
}
