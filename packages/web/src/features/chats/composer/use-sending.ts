import type { FormEvent } from 'react';
import { isBlank, isLonger } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { withLink, type AttachedLink } from '../messages/bubble/link-card.tsx';
import type { useComposerFiles } from './use-composer-files.ts';
import type { Mentions } from './formatting/mention-suggest.tsx';
import type { MessageText } from './composer-text.ts';
import { parseMarkup, type Formatted } from '../message-text/markup.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import { NO_FILES } from './unsent/outbox-files.ts';
import type { Look, More } from './unsent/outbox-store.ts';
import { post } from './unsent/outbox.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import type { Message } from '../rooms/room-state.ts';
import type { Voice } from '../voice-messages/voice-recorder.ts';

type Sending = {
  roomId: string;
  kind: ConversationKind;
  editing: Message | null;
  save: (message: Message, formatted: Formatted) => void;
  writing: Pick<MessageText, 'text' | 'area' | 'clear'>;
  mentions: Pick<Mentions, 'sent' | 'clear'>;
  link: AttachedLink;
  picked: ReturnType<typeof useComposerFiles>['picked'];
  arranged: ReturnType<typeof useComposerFiles>['arranged'];
  cloud: ReturnType<typeof useComposerFiles>['cloud'];
  setError: (sentence: string) => void;
};
/** Hands what the composer holds to the outbox, or saves the message being edited. */
export function useSending({
  roomId,
  kind,
  editing,
  save,
  writing: { text, area, clear },
  mentions,
  link: attached,
  picked,
  arranged,
  cloud,
  setError,
}: Sending) {
  const { replyTarget: answered, answer } = useRoomExtras();
  const answering = answered === null ? {} : { replyTo: answered._id };
  const submit = (event?: FormEvent, how: Pick<More, 'silent'> = {}) => {
    event?.preventDefault();
    const formatted = parseMarkup(isBlank(text) ? '' : text.trim());
    const { text: trimmed, formatting } = formatted;
    if (isLonger(withLink(trimmed, editing === null ? attached.href : null), LENGTHS.message))
      return setError('Сообщение не длиннее 4 000 символов');
    if (editing) return save(editing, formatted);
    if (
      trimmed === '' &&
      picked.files.length === 0 &&
      cloud.files.length === 0 &&
      attached.href === null
    )
      return area.current?.focus();
    post(
      roomId,
      kind,
      withLink(trimmed, attached.href),
      {
        pictures: picked.pictures,
        videos: picked.videos,
        voice: null,
        documents: picked.documents,
      },
      {
        ...answering,
        ...mentions.sent(trimmed),
        ...(formatting.length === 0 ? {} : { formatting: JSON.stringify(formatting) }),
        ...arranged.field(),
        ...how,
      },
      cloud.files,
    );
    answer(null);
    if (attached.href !== null) attached.drop();
    mentions.clear();
    clear();
    picked.clear();
    arranged.clear();
    cloud.clear();
    area.current?.focus();
  };
  const sendVoice = (voice: Voice) => {
    post(roomId, kind, '', { ...NO_FILES, voice }, answering);
    answer(null);
  };
  /** Sends a sticker or a saved GIF at once. */
  const sendLook = (look: Look, more: Pick<More, 'sticker' | 'gif'>) => {
    post(roomId, kind, '', NO_FILES, { ...answering, ...more }, [], look);
    answer(null);
  };
  return { submit, sendVoice, sendLook };
}
