import { useState } from 'react';
import type { RoomState } from '../rooms/room-state.ts';
import { findFirstUnread } from '../rooms/unread-count.ts';

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
    const now = { firstUnread: findFirstUnread(state)?._id ?? null, newest: state.newest };
    setOpened(now);
    return { firstUnread: now.firstUnread, arrived: '' };
  }
  const isNews = last !== undefined && last.user !== me && last.position > opened.newest;
  return {
    firstUnread: opened.firstUnread,
    arrived: isNews ? `${last.name}: ${last.message}` : '',
  };
}
