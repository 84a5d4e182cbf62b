import { useQuery, type QueryClient } from '@tanstack/react-query';
import * as chats from '@respa/contract/chats';
import { call } from '#lib/call.ts';
import type { LiveEvent } from '#lib/live.ts';
import { useSession } from '#lib/session.ts';

export const chatsKey = ['chats'] as const;
export const unreadKey = [...chatsKey, 'unread'] as const;
export const roomsKey = [...chatsKey, 'rooms'] as const;

export function useUnreadMessages(): number {
  const session = useSession();
  return useQuery({ queryKey: unreadKey, queryFn: () => call(chats.unread), enabled: session?.activated === true }).data?.count ?? 0;
}
/** What the member's stream says about rooms. */
export function heedRooms(queries: QueryClient, event: LiveEvent): void {
  if (['room', 'room-read', 'rooms-changed', 'connected'].includes(event.type)) {
    void queries.invalidateQueries({ queryKey: unreadKey });
    void queries.invalidateQueries({ queryKey: roomsKey });
  }
}
