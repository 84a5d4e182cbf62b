import { useCallback, useState } from 'react';
import type { Message, RoomState } from '../rooms/room-state.ts';

/** Holds the message that is being edited. */
export function useEditedMessage({ isReady, messages }: RoomState) {
  const [editing, setEditing] = useState<Message | null>(null);
  const endEdit = useCallback(
    (messageId: string) => setEditing((now) => (now?._id === messageId ? null : now)),
    [],
  );
  // The message was changed or deleted meanwhile, from another tab or device: there is nothing left
  // to edit.
  if (
    editing !== null &&
    isReady &&
    !messages.some(({ _id, message }) => _id === editing._id && message === editing.message)
  )
    setEditing(null);
  return { editing, setEditing, endEdit };
}
