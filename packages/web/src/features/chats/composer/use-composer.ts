import { useEffect, useRef, type KeyboardEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { isComposing, isPlainKey, isSendKey } from '#lib/browser/keyboard.ts';
import { useToastsAbove } from '#ui/feedback/toasts-above.ts';
import { useRecording } from './use-recording.ts';
import { useFieldError, useMessageText } from './composer-text.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import { useMentions } from './formatting/mention-suggest.tsx';
import { useAttachedLink } from '../messages/bubble/link-card.tsx';
import { useComposerFiles } from './use-composer-files.ts';
import { useHanded } from './unsent/handed.ts';
import { useKeptReply } from './unsent/kept-reply.ts';
import { useFileInput } from './use-file-input.ts';
import { usePreloadedDialogs } from './composer-dialogs.tsx';
import { useEditing } from './use-editing.ts';
import { useFormatting } from './formatting/use-formatting.ts';
import { useSending } from './use-sending.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import type { Message } from '../rooms/room-state.ts';

export type ComposerInput = {
  roomId: string;
  kind: ConversationKind;
  /** The draft from another device; undefined until it is known. */
  started: string | undefined;
  editing: Message | null;
  onEditEnd: (id: string) => void;
  /** Starts to edit the member's last message. */
  onEditLast: () => void;
};
/**
 * Connects the parts of the composer: the text, the mentions, the files, the edit and the sending.
 */
export function useComposer(input: ComposerInput) {
  const { roomId, kind, started, editing, onEditEnd, onEditLast } = input;
  const { error, count, setError } = useFieldError();
  const writing = useMessageText({ roomId, kind, started, editing, error });
  const { text, area } = writing;
  const { replyTarget: answered, answer, chosen } = useRoomExtras();
  const mentions = useMentions(text, area, writing.type, editing);
  const formatting = useFormatting(text, area, writing.type);
  const link = useAttachedLink();
  const recording = useRecording();
  const attached = useComposerFiles(editing, kind, setError);
  const { picked, arranged, cloud, files } = attached;
  const layer = useRef<HTMLDivElement>(null);
  const isOver = useFileInput(layer, files.add, recording.isRecording);
  useHanded(roomId, text, writing.type, files.add);
  useKeptReply(roomId, writing);
  useToastsAbove(layer);
  useEffect(() => {
    if (answered !== null) area.current?.focus();
  }, [answered, area]);
  usePreloadedDialogs();
  const { endEdit, save } = useEditing({
    editing,
    onEditEnd,
    writing,
    mentions,
    attached,
    layer,
    setError,
  });
  const { submit, sendVoice, sendLook } = useSending({
    roomId,
    kind,
    editing,
    save,
    writing,
    mentions,
    link,
    picked,
    arranged,
    cloud,
    setError,
  });
  const isEmpty =
    editing === null &&
    isBlank(text) &&
    picked.files.length === 0 &&
    cloud.files.length === 0 &&
    link.href === null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || mentions.onKeyDown(event) || formatting.onKeyDown(event)) return;
    if (isSendKey(event)) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') {
      if (editing === null) answer(null);
      endEdit();
    } else if (isEmpty && text === '' && isPlainKey(event, 'ArrowUp')) {
      event.preventDefault();
      onEditLast();
    }
  };
  return {
    error,
    /** Counts the errors, so that a repeated one is announced again. */
    count,
    writing,
    mentions,
    formatting,
    link,
    attached,
    recording,
    layer,
    isOver,
    isEmpty,
    /** Messages are being selected: the composer makes room for their bar. */
    isChoosing: chosen !== null,
    endEdit,
    submit,
    sendVoice,
    sendLook,
    onKeyDown,
  };
}
