import type { QueryClient } from '@tanstack/react-query';
import { isolate } from '@respa/contract/characters';
import { fetchGroup } from '#features/chats/parts.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { getSession } from '#lib/network/session.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { areRoomsKnown, readMembers } from '../api.ts';
import { joinCall } from '../call/call.ts';
import { readCall } from '../call/call-state.ts';
import { readPreferences } from '../call/preferences.ts';
import { playSound } from '../call/sounds.ts';

/** Who comes back after a moment, as by a reload or with all others, begins nothing new. In ms. */
const SAME_MS = 60_000;
/** When people were last known to be in the voice room of a group chat. */
const peopled = new Map<string, number>();
function isNewConversation(roomId: string): boolean {
  const before = peopled.get(roomId);
  peopled.set(roomId, Date.now());
  return before === undefined || Date.now() - before > SAME_MS;
}

/** Tells softly that a group chat begins to speak, unless the member has muted it. */
export function signalGroup(queries: QueryClient, event: StreamedEvent): void {
  if (event.type !== 'voice' || !event.room.isGroup) return;
  const { roomId, members } = event.room;
  const first = members[0];
  const isEmptyHere = areRoomsKnown(queries) && readMembers(queries, roomId).length === 0;
  if (!isEmptyHere) peopled.set(roomId, Date.now());
  if (first === undefined || !isEmptyHere || !isNewConversation(roomId)) return;
  if (members.some(({ user }) => user === getSession()?.userId)) return;
  if (readCall() !== null) return;
  if (!readPreferences().isSignalOn || document.visibilityState !== 'visible') return;
  void fetchGroup(queries, roomId).then(
    ({ room }) => {
      if (room.isMuted) return;
      playSound('signal');
      showToast(`${isolate(first.name)} в голосовой комнате беседы «${isolate(room.title)}»`, {
        action: { label: 'Войти', onSelect: () => void joinCall({ roomId, isGroup: true }) },
      });
    },
    // It is shown in the list anyway.
    () => {},
  );
}
