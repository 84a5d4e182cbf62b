import { pollText } from '@respa/contract/poll-text';
import { PollEditorSlot, toPoll, type PollDraft } from '#features/polls/parts.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { NO_FILES } from './unsent/outbox-files.ts';
import { post } from './unsent/outbox.ts';

/** Writes a poll for a conversation and sends it as a message of its own. */
export function ChatPollEditor({
  roomId,
  kind,
  onClose,
}: {
  roomId: string;
  kind: ConversationKind;
  onClose: () => void;
}) {
  const { replyTarget: answered, answer } = useRoomExtras();
  const send = (draft: PollDraft) => {
    const poll = toPoll(draft);
    post(roomId, kind, pollText(poll.question), NO_FILES, {
      ...(answered === null ? {} : { replyTo: answered._id }),
      poll: JSON.stringify(poll),
    });
    answer(null);
  };
  return (
    <PollEditorSlot place={`poll.${roomId}`} action="Отправить" onDone={send} onClose={onClose} />
  );
}
