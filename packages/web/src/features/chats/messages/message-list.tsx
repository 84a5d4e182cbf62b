import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { IconArrowDown } from '#ui/icons.ts';
import { useMyId } from '#lib/network/session.ts';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { MessagesSkeleton } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { UnsentBubble } from './bubble.tsx';
import { cutIntoChunks, type Chunk } from './chunks.ts';
import { MessageChunk } from './message-chunk.tsx';
import { discard, retry, type Unsent } from '../composer/outbox.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import { readUpTo, type Message, type RoomState } from '../rooms/room-state.ts';
import { findAnchor, keepInPlace, offsetIn, useWatch, type Anchor } from './scrolling.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import styles from './message-list.module.css';

// In px: closer than `AT_END` counts as at the end; closer than `AHEAD` to an end requests the next
// page.
const AT_END = 80;
const AHEAD = 600;
// In ms: a user who has not scrolled for this long has stopped.
const CALM_MS = 120;
// In px: the distance of the first unread message from the upper edge.
const UNREAD_TOP = 90;

type MessageListProps = {
  state: RoomState;
  kind: ConversationKind;
  unsent: readonly Unsent[];
  isLoading: boolean;
  isBroken: boolean;
  onOlder: () => void;
  onEdit: (message: Message) => void;
  onDelete: (message: Message) => void;
  /** Whether the newest message is visible. */
  onEnd: (isAtEnd: boolean) => void;
};

/** What was drawn last. */
type Known = {
  first: string | undefined;
  newest: string | undefined;
  hasNewer: boolean;
  part: number;
};

/**
 * The conversation. It opens at the first unread message, stays at its end while the user is there,
 * and keeps its position while older pages load above.
 */
export function MessageList({
  state,
  kind,
  unsent,
  isLoading,
  isBroken,
  onOlder,
  onEdit,
  onDelete,
  onEnd,
}: MessageListProps) {
  const me = useMyId();
  const { toNewest, loadNewer, stopAt } = useRoomExtras();
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const known = useRef<Known>({ first: undefined, newest: undefined, hasNewer: false, part: 0 });
  const watch = useWatch(scroller);
  const [isAway, setAway] = useState(false);
  const { messages, hasNewer, part } = state;
  const last = messages.at(-1);
  const isOwnNew = unsent.length > 0;
  const failures = unsent.filter((item) => item.error !== '').length;
  const chunks = useChunks(state);
  const { firstUnread, arrived } = useNews(state, me);
  const read = readUpTo(state, me);
  const latest = useRef({ edit: onEdit, remove: onDelete });
  useEffect(() => {
    latest.current = { edit: onEdit, remove: onDelete };
  });
  const actions = useMemo(
    () => ({
      edit: (message: Message) => latest.current.edit(message),
      remove: (message: Message) => latest.current.remove(message),
    }),
    [],
  );

  /**
   * Keeps the scroll position: at the end, the end stays visible; elsewhere, and while history
   * loads, the message being read stays in place.
   */
  const hold = useCallback((isHistory: boolean) => {
    const box = scroller.current;
    if (box === null) return;
    if (atEnd.current && !isHistory) box.scrollTop = box.scrollHeight;
    else if (anchor.current?.line.isConnected) keepInPlace(box, anchor.current);
    anchor.current = findAnchor(box);
  }, []);
  const holdOn = useCallback(() => hold(false), [hold]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const [first, newest] = [messages[0]?._id, messages.at(-1)?._id];
    const { current: before } = known;
    const isOpening = before.first === undefined && first !== undefined;
    // Returning from a part of the history to the newest part scrolls to the end.
    const isBack = before.hasNewer && !hasNewer && before.part !== part;
    if (isBack) atEnd.current = true;
    // The end of a part of the history is not the end of the conversation: newer pages load below
    // it.
    hold(
      !isBack &&
        (before.hasNewer || (!isOpening && before.first !== first && before.newest === newest)),
    );
    known.current = { first, newest, hasNewer, part };
    const unread = isOpening ? box?.querySelector<HTMLElement>('[data-unread]') : null;
    if (!box || !unread) return;
    box.scrollTop = offsetIn(box, unread) - UNREAD_TOP;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;
    anchor.current = findAnchor(box);
  }, [messages, hasNewer, part, hold]);
  useLayoutEffect(() => {
    // The sender wants to see the new message.
    if (isOwnNew && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isOwnNew, unsent.length]);
  // The reason why a message was not sent makes its bubble taller.
  useLayoutEffect(holdOn, [failures, holdOn]);
  const askOlder = useRef(onOlder);
  useEffect(() => {
    askOlder.current = onOlder;
  });
  /** Requests the next page at an end of the conversation that is near. */
  const navigateTo = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const all = box.querySelectorAll<HTMLElement>('[data-chunk]');
    // Loaded chunks are drawn before the next page is requested. The outermost chunk of a page is
    // drawn last.
    const isLate = (chunk: HTMLElement | undefined) => chunk?.dataset['late'] !== undefined;
    if (box.scrollTop < AHEAD && !isLate(all[0])) askOlder.current();
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD && !isLate(all[all.length - 1]))
      loadNewer();
  }, [loadNewer]);
  const lookForEnd = useCallback(() => {
    const box = scroller.current!;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;
    if (end === atEnd.current) return;
    atEnd.current = end;
    setAway(!end);
    onEnd(end && !hasNewer);
  }, [hasNewer, onEnd]);
  const drawn = useCallback(() => {
    hold(true);
    lookForEnd();
    navigateTo();
  }, [hold, lookForEnd, navigateTo]);
  // A user at an end cannot scroll, and neither can one whose page does not fill the screen, so the
  // next page is requested automatically.
  useEffect(() => {
    if (!isLoading) navigateTo();
  }, [messages, isLoading, navigateTo]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // A phone's keyboard, a growing composer, rewrapped lines.
    const observer = new ResizeObserver(() => {
      holdOn();
      navigateTo();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [state.isReady, holdOn, navigateTo]);
  useEffect(() => {
    setAway(!atEnd.current);
    onEnd(atEnd.current && !hasNewer);
  }, [last?._id, hasNewer, onEnd]);

  const calm = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(calm.current), []);
  const scrolled = () => {
    const box = scroller.current!;
    lookForEnd();
    anchor.current = findAnchor(box);
    navigateTo();
    clearTimeout(calm.current);
    calm.current = setTimeout(() => {
      if (anchor.current !== null) stopAt(anchor.current.line.dataset['message']!);
    }, CALM_MS);
  };
  const toEnd = () =>
    hasNewer
      ? toNewest()
      : scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'smooth' });

  if (!state.isReady && isBroken)
    return (
      <div className={styles.scroller}>
        <ErrorState more="Пробуем ещё раз." />
      </div>
    );
  if (!state.isReady)
    return (
      <div className={styles.scroller}>
        <MessagesSkeleton />
      </div>
    );
  return (
    <div className={styles.frame}>
      {/* Chunks that return to the view are not announced; new messages are announced below. */}
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={scrolled}
        tabIndex={0}
        role="log"
        aria-label="Сообщения"
        aria-live="off"
        data-count={messages.length}
        data-begins={state.isLast}
        data-ends={!hasNewer}
      >
        {messages.length === 0 && unsent.length === 0 ? (
          <div className={styles.empty}>
            <EmptyState art="conversation" text="Здесь пока нет сообщений..." />
          </div>
        ) : null}
        {isLoading ? (
          <div className={styles.older}>
            <Spinner label="Загружаем прежние сообщения" />
          </div>
        ) : null}
        <div className={styles.list}>
          {chunks.map((chunk) => (
            <MessageChunk
              key={chunk.key}
              chunk={chunk}
              me={me}
              kind={kind}
              watch={watch}
              actions={actions}
              readUpTo={read}
              onResize={holdOn}
              onDrawn={drawn}
              firstUnread={
                firstUnread !== null &&
                chunk.messages.some((message) => message._id === firstUnread)
                  ? firstUnread
                  : null
              }
            />
          ))}
          <ul className={styles.chunk}>
            {unsent.map((item) => (
              <UnsentBubble
                key={item.clientId}
                item={item}
                onRetry={() => retry(item.clientId)}
                onDiscard={() => discard(item.clientId)}
              />
            ))}
          </ul>
        </div>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {arrived}
      </p>
      {isAway ? (
        <IconButton
          className={styles.down}
          variant="quiet"
          label="К последним сообщениям"
          icon={<IconArrowDown />}
          onClick={toEnd}
        />
      ) : null}
    </div>
  );
}

function useChunks({ messages, part, hasNewer }: RoomState): readonly Chunk[] {
  const [cut, setCut] = useState<{
    of: readonly Message[];
    chunks: readonly Chunk[];
    part: number;
    hasNewer: boolean;
  }>({ of: [], chunks: [], part, hasNewer });
  if (cut.of === messages) return cut.chunks;
  const isSamePart = cut.part === part;
  const chunks = cutIntoChunks(messages, cut.chunks, {
    above: isSamePart,
    below: isSamePart && cut.hasNewer,
  });
  setCut({ of: messages, chunks, part, hasNewer });
  return chunks;
}

/**
 * Returns the first message that was unread when the room was opened, and the text of a newly
 * arrived message for screen readers.
 */
function useNews(state: RoomState, me: string): { firstUnread: string | null; arrived: string } {
  const [opened, setOpened] = useState<{ firstUnread: string | null; newest: number } | null>(null);
  const last = state.messages.at(-1);
  if (!state.isReady) return { firstUnread: null, arrived: '' };
  if (opened === null) {
    const read = state.reads[me] ?? 0;
    const first = state.messages.find((message) => message.user !== me && message.position > read);
    // Older pages may contain more unread messages; then the start of the unread part is unknown.
    const isWhole = state.isLast || (state.messages[0]?.position ?? 0) <= read;
    const now = {
      firstUnread: isWhole || first !== state.messages[0] ? (first?._id ?? null) : null,
      newest: last?.position ?? 0,
    };
    setOpened(now);
    return { firstUnread: now.firstUnread, arrived: '' };
  }
  const isNews = last !== undefined && last.user !== me && last.position > opened.newest;
  return {
    firstUnread: opened.firstUnread,
    arrived: isNews ? `${last.name}: ${last.message}` : '',
  };
}
