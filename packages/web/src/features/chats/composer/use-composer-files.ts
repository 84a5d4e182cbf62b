import { useState } from 'react';
import { MESSAGE_FILES } from '@respa/contract/limits';
import type { CloudFile } from '#ui/files/cloud-choice.ts';
import { REFUSALS, useMessageFiles } from './composer-files.ts';
import { useEdit } from './composer-edit.ts';
import { useMessagePictures } from './use-message-pictures.ts';
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
  const picked = useMessageFiles({ ...rules, takesAll: true });
  const arranged = useMessagePictures([], picked.shown);
  const edit = useEdit(editing, kind, rules);
  const [fromCloud, setFromCloud] = useState<readonly CloudFile[]>([]);
  const cloud = {
    files: fromCloud,
    add: (files: readonly CloudFile[]) =>
      setFromCloud([
        ...fromCloud,
        ...files.filter(({ id }) => !fromCloud.some((one) => one.id === id)),
      ]),
    remove: (id: string) => setFromCloud(fromCloud.filter((one) => one.id !== id)),
    clear: () => setFromCloud([]),
  };
  /** How many more files of any type the message may have. */
  const room = MESSAGE_FILES - picked.documents.length - fromCloud.length;
  const files = editing === null ? picked : edit.files;
  return { cloud, room, picked, arranged, edit, files, tooLarge, setTooLarge };
}
