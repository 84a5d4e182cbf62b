import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { QuotedMessage } from '../messages/extras-api.ts';
import type { useJumps } from '../history/jumps.ts';
import { useRoomJumps } from '../history/use-room-jumps.ts';
import { useNames } from './use-names.ts';
import type { Message, RoomState } from './room-state.ts';
import type { ConversationKind } from './conversation-kind.ts';

export type RoomExtras = {
  roomId: string;
  /** Whether the member may reply, react, forward into the room and pin now. */
  mayWrite: boolean;
  /** In a group chat, mentions are offered and more than two members react. */
  kind: ConversationKind;
  pinned: QuotedMessage | null;
  /**
   * Names of the members who have written here and, in a private conversation, of the other person.
   */
  names: Readonly<Record<string, string>>;
  replyTarget: Message | null;
  answer: (message: Message | null) => void;
  /** Messages selected to be forwarded; null while nothing is being selected. */
  chosen: readonly string[] | null;
  choose: (ids: readonly string[] | null) => void;
  forwarding: readonly string[] | null;
  forward: (ids: readonly string[] | null) => void;
  /** Jumps to a message, wherever in the history it is. */
  jumpTo: (id: string) => void;
  leadToDay: (day: Date) => void;
  /** The day at which the calendar opens; null for today, undefined while it is closed. */
  calendar: Date | null | undefined;
  setCalendar: (day: Date | null | undefined) => void;
  toNewest: () => void;
  loadNewer: () => void;
  /**
   * Reports that the user stopped scrolling at a message, so that messages far from it can be
   * dropped.
   */
  stopAt: (id: string) => void;
};
const Extras = createContext<RoomExtras | null>(null);
export function useRoomExtras(): RoomExtras {
  const extras = use(Extras);
  if (extras === null) throw new Error('outside of a room');
  return extras;
}

type RoomExtrasProps = Pick<RoomExtras, 'roomId' | 'mayWrite' | 'kind' | 'pinned'> & {
  /** Members whose names are known although they may not have written. */
  people: readonly { id: string; name: string }[] | undefined;
  room: { state: RoomState } & ReturnType<typeof useJumps>;
  /** The message named in the address: the room opens there. */
  start?: string | null;
  /** While own messages are unsent, the end is shown, because they belong there. */
  isSending: boolean;
  children: ReactNode;
};
/** Returns whether a message was deleted. One above the loaded part may still exist. */
const isDeleted = ({ _id, position }: Message, { isReady, hasNewer, messages }: RoomState) =>
  isReady &&
  !hasNewer &&
  position >= (messages[0]?.position ?? 0) &&
  !messages.some((message) => message._id === _id && message.system === null);

/** Provides everything a room offers besides writing to all components in it. */
export function RoomExtrasProvider(props: RoomExtrasProps) {
  const { roomId, mayWrite, kind, pinned, people, room, start = null, isSending, children } = props;
  const [replyTarget, answer] = useState<Message | null>(null);
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [forwarding, forward] = useState<readonly string[] | null>(null);
  const [calendar, setCalendar] = useState<Date | null>();
  const { state, loadNewer, stopAt } = room;
  const { jumpTo, leadToDay, toNewest } = useRoomJumps(room, start, isSending);
  // A deleted message cannot be replied to.
  if (replyTarget !== null && isDeleted(replyTarget, state)) answer(null);

  const known = people?.map(({ id, name }) => `${id} ${name}`).join('\n') ?? '';
  const names = useNames(state.messages, known);
  const extras = useMemo(
    () => ({
      roomId,
      mayWrite,
      kind,
      pinned,
      names,
      replyTarget,
      answer,
      chosen,
      choose,
      forwarding,
      forward,
      jumpTo,
      leadToDay,
      calendar,
      setCalendar,
      toNewest,
      loadNewer,
      stopAt,
    }),
    [
      roomId,
      mayWrite,
      kind,
      pinned,
      names,
      replyTarget,
      chosen,
      forwarding,
      jumpTo,
      leadToDay,
      calendar,
      toNewest,
      loadNewer,
      stopAt,
    ],
  );
  return <Extras value={extras}>{children}</Extras>;
}
