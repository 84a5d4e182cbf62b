import { useState } from 'react';
import { REFUSALS, useMessageFiles } from './composer-files.ts';
import { useEdit } from './composer-edit.ts';
import type { Message } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

/**
 * Holds the files of the composer: those of a new message and, beside them, those of the message
 * being edited.
 */
export function useComposerFiles(
  editing: Message | null,
  kind: ConversationKind,
  onError: (sentence: string) => void,
) {
  const [tooLarge, setTooLarge] = useState<'mixed' | 'single' | null>(null);
  const rules = {
    onRefuse: (reason: keyof typeof REFUSALS) => onError(REFUSALS[reason]),
    onTooLarge: setTooLarge,
  };
  const picked = useMessageFiles(rules);
  const edit = useEdit(editing, kind, rules);
  const files = editing === null ? picked : edit.files;
  return { picked, edit, files, tooLarge, setTooLarge };
}
