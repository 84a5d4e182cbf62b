import { useCallback, useRef, useState, type Dispatch } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RoomEvent } from '@respa/contract/live-events';
import { notePoll } from '#features/polls/parts.ts';
import { getSession } from '#lib/network/session.ts';
import type { RoomAction } from '../rooms/room-state.ts';
import { setClipProgress } from '../messages/bubble/clip-progress.ts';
import { settle } from '../composer/unsent/outbox.ts';
import { roomKey } from '../api.ts';
import { markPresence } from '../groups/group-api.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

const TYPING_MS = 4_000;

type RoomEvents = {
  roomId: string;
  kind: ConversationKind;
  apply: Dispatch<RoomAction>;
  onRemoved: () => void;
};
/** Applies the events of a room, and shows for a while who is typing. */
export function useRoomEvents({ roomId, kind, apply, onRemoved }: RoomEvents) {
  const [typing, setTyping] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const typingTimers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const endTyping = useCallback(
    (userId: string) =>
      setTyping((now) => (now.includes(userId) ? now.filter((one) => one !== userId) : now)),
    [],
  );
  const take = useCallback(
    (event: RoomEvent) => {
      apply(event);
      if (event.type === 'create') {
        settle(event.message.clientId);
        if (event.message.system === null) endTyping(event.message.user);
        else void queries.invalidateQueries({ queryKey: roomKey(roomId) });
      } else if (event.type === 'typing' && event.userId !== getSession()?.userId) {
        const { userId } = event;
        setTyping((now) => (now.includes(userId) ? now : [...now, userId]));
        clearTimeout(typingTimers.current.get(userId));
        typingTimers.current.set(
          userId,
          setTimeout(() => endTyping(userId), TYPING_MS),
        );
      } else if (event.type === 'presence') {
        if (kind.isGroup) markPresence(queries, roomId, event.userId, event.isOnline);
        else void queries.invalidateQueries({ queryKey: roomKey(roomId) });
      } else if (event.type === 'background')
        void queries.invalidateQueries({ queryKey: roomKey(roomId) });
      else if (event.type === 'poll') notePoll(queries, event.id);
      else if (event.type === 'clip-progress') setClipProgress(event.name, event.progress);
      else if (event.type === 'removed') onRemoved();
    },
    [apply, onRemoved, queries, roomId, kind, endTyping],
  );
  return { typing, take, typingTimersRef: typingTimers };
}
