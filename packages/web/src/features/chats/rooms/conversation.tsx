import { useContext, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { VoiceSlot } from '#ui/media/voice-slot.ts';
import { RoomHead } from './room-head.tsx';
import { useUncleared } from './use-uncleared.ts';
import { useReading } from './use-reading.ts';
import type { Seen } from '../scrolling/use-seen.ts';
import { useUnsent } from '../composer/unsent/use-unsent.ts';
import { findLastEditable } from '../messages/message-rules.ts';
import { useEditedMessage } from '../messages/use-edited-message.ts';
import { useMessageRemoval } from '../messages/use-message-removal.ts';
import { ChatBackground } from './chat-background.tsx';
import { Composer } from '../composer/composer.tsx';
import type { QuotedMessage } from '../messages/extras-api.ts';
import { MessageList } from '../messages/message-list.tsx';
import { RoomBars } from './room-bars.tsx';
import { RoomExtrasProvider } from './room-extras.tsx';
import { RoomNote } from './room-note.ts';
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
type OwnState = {
  bg: string;
  isMuted: boolean;
  draft: string;
  pinned: QuotedMessage | null;
  clearedPosition: number;
};

/**
 * A room without its header, which each kind of conversation draws itself: the messages and the
 * composer.
 */
export function Conversation(props: ConversationProps) {
  const { id, kind, room: loaded, label, head, closed, own, people, menu = [] } = props;
  const room = useUncleared(loaded, own?.clearedPosition ?? 0);
  const unsent = useUnsent(id, room.state);
  const { editing, setEditing, endEdit } = useEditedMessage(room.state);
  const [isAtEnd, setAtEnd] = useState(false);
  const remove = useMessageRemoval(kind);
  const [isSearching, setSearching] = useState(false);
  const [address] = useSearchParams();
  const [seen, setSeen] = useState<Seen | null>(null);
  useReading(id, kind, room.state, isAtEnd, seen);
  const note = useContext(RoomNote);
  const voice = useContext(VoiceSlot);
  const place = { roomId: id, isGroup: kind.isGroup, isClosed: closed !== null };
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
        <RoomHead
          kind={kind}
          isMuted={own?.isMuted === true}
          voice={voice.button(place)}
          onSearch={() => setSearching(true)}
          more={menu}
        >
          {head}
        </RoomHead>
        {voice.panel(place)}
        <RoomBars isSearching={isSearching} onSearchEnd={() => setSearching(false)} />
        <MessageList
          state={room.state}
          kind={kind}
          unsent={unsent}
          isLoading={room.isLoading}
          isBroken={room.isBroken}
          onOlder={room.loadOlder}
          onEdit={setEditing}
          onDelete={(message) => void remove(message)}
          onEnd={setAtEnd}
          onSeen={setSeen}
        />
        {note}
        {closed === null ? (
          <Composer
            roomId={id}
            kind={kind}
            bg={own?.bg ?? ''}
            started={own?.draft}
            editing={editing}
            onEditEnd={endEdit}
            onEditLast={() => {
              if (!room.state.hasNewer)
                setEditing(findLastEditable(room.state.messages, room.state.me));
            }}
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
