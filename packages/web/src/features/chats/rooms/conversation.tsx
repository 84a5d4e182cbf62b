import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { readRoom, useDeleteMessage } from '../api.ts';
import { ChatBackground } from './chat-background.tsx';
import { Composer } from '../composer/composer.tsx';
import type { QuotedMessage } from '../messages/extras-api.ts';
import { MessageList } from '../messages/message-list.tsx';
import { readOutbox, subscribeOutbox } from '../composer/outbox.ts';
import { RoomBars } from './room-bars.tsx';
import { RoomExtrasProvider } from './room-extras.tsx';
import { RoomMenu } from './room-menu.tsx';
import type { Message } from './room-state.ts';
import { useSeenRoom } from './sound.ts';
import type { Room } from './use-room.ts';
import type { ConversationKind } from './conversation-kind.ts';
import styles from './room.module.css';

type ConversationProps = {
  id: string;
  kind: ConversationKind;
  room: Room;
  /** The name of the room for screen readers. */
  label: string;
  /** The header above the conversation. */
  head: ReactNode;
  /** Why the member cannot write here now; null if they can. */
  closed: string | null;
  /** The member's own state of the room; undefined until it is known. */
  own: OwnState | undefined;
  /** The people in the conversation, in addition to those who have written. */
  people: readonly { id: string; name: string }[] | undefined;
  /** Menu items of this kind of conversation, in addition to the shared ones. */
  menu?: readonly (MenuItem | null)[];
};
type OwnState = { bg: string; isMuted: boolean; draft: string; pinned: QuotedMessage | null };

/**
 * A room without its header, which each kind of conversation draws itself: the messages and the
 * composer.
 */
export function Conversation({
  id,
  kind,
  room,
  label,
  head,
  closed,
  own,
  people,
  menu = [],
}: ConversationProps) {
  const me = useMyId();
  const outbox = useSyncExternalStore(subscribeOutbox, readOutbox, readOutbox);
  const [editing, setEditing] = useState<Message | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const remove = useDeleteMessage(kind);
  const isSeen = useSeenRoom(id);
  const [isSearching, setSearching] = useState(false);
  const [address] = useSearchParams();
  const last = room.state.messages.at(-1);
  const unread = last !== undefined && (room.state.reads[me] ?? 0) < last.position;
  // A room is marked as read only when it is in front and scrolled to its end.
  useEffect(() => {
    if (unread && isAtEnd && isSeen) readRoom(id, kind).catch(() => {});
  }, [id, kind, unread, isAtEnd, isSeen, last?._id]);
  const endEdit = useCallback(
    (messageId: string) => setEditing((now) => (now?._id === messageId ? null : now)),
    [],
  );
  // The message was changed or deleted meanwhile, from another tab or device: there is nothing left
  // to edit.
  if (
    editing !== null &&
    room.state.isReady &&
    !room.state.messages.some(
      ({ _id, message }) => _id === editing._id && message === editing.message,
    )
  )
    setEditing(null);
  const drop = async (message: Message) => {
    if (
      !(await confirm({
        title: 'Удалить сообщение?',
        text: kind.deletionText,
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(message._id, {
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  const unsent = outbox.filter(
    (item) =>
      item.roomId === id &&
      item.userId === me &&
      !room.state.messages.some((message) => message.clientId === item.clientId),
  );
  return (
    <RoomExtrasProvider
      roomId={id}
      mayWrite={closed === null}
      kind={kind}
      pinned={own?.pinned ?? null}
      people={people}
      room={room}
      start={address.get('message')}
      isSending={unsent.length > 0}
    >
      <section className={styles.room} aria-label={label}>
        <ChatBackground bg={own?.bg ?? ''} />
        <header className={styles.head}>
          {head}
          <span className={styles.more}>
            <RoomMenu
              kind={kind}
              isMuted={own?.isMuted === true}
              onSearch={() => setSearching(true)}
              more={menu}
            />
          </span>
        </header>
        <RoomBars isSearching={isSearching} onSearchEnd={() => setSearching(false)} />
        <MessageList
          state={room.state}
          kind={kind}
          unsent={unsent}
          isLoading={room.isLoading}
          isBroken={room.isBroken}
          onOlder={room.loadOlder}
          onEdit={setEditing}
          onDelete={(message) => void drop(message)}
          onEnd={setAtEnd}
        />
        {closed === null ? (
          <Composer
            roomId={id}
            kind={kind}
            bg={own?.bg ?? ''}
            started={own?.draft}
            editing={editing}
            onEditEnd={endEdit}
          />
        ) : (
          <p className={styles.closed} role="status">
            {closed}
          </p>
        )}
      </section>
    </RoomExtrasProvider>
  );
}
