import { useEffect, useMemo, useRef } from 'react';
import type { MessageActions } from './bubble/bubble.tsx';
import type { Message } from '../rooms/room-state.ts';

/** Returns the actions on a message. They keep their identity, so that no bubble is redrawn. */
export function useMessageActions(
  onEdit: (message: Message) => void,
  onDelete: (message: Message) => void,
): MessageActions {
  const latest = useRef({ edit: onEdit, remove: onDelete });
  useEffect(() => {
    latest.current = { edit: onEdit, remove: onDelete };
  });
  return useMemo(
    () => ({
      edit: (message: Message) => latest.current.edit(message),
      remove: (message: Message) => latest.current.remove(message),
    }),
    [],
  );
}
