import { useCallback, useState } from 'react';
import type { Message, RoomState } from '../rooms/room-state.ts';

/** Holds the message that is being edited. */
export function useEditedMessage({ isReady, messages }: RoomState) {
  const [editing, setEditing] = useState<Message | null>(null);
  const endEdit = useCallback(
    (messageId: string) => setEditing((now) => (now?._id === messageId ? null : now)),
    [],
  );
  // From another tab or device the message may be changed meanwhile, or deleted: then there is
  // nothing left to edit. A line in its place says that a leader of the group deleted it.
  const current = messages.find(({ _id, system }) => _id === editing?._id && system === null);
  if (editing !== null && isReady && current?.message !== editing.message)
    setEditing(current ?? null);
  return { editing, setEditing, endEdit };
}
