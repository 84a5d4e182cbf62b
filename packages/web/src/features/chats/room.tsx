import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { sentenceOf } from '#lib/call.ts';
import { relative } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useMyId } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.ts';
import { NotFoundState } from '#ui/empty-state.tsx';
import { showHint } from '#ui/hints.ts';
import { IconLink } from '#ui/icon-button.tsx';
import { HiddenHead } from '#ui/page-head.tsx';
import { readRoom, useDeleteMessage, useRoomInfo } from './api.ts';
import { ChatBackground } from './chat-background.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { readOutbox, subscribeOutbox } from './outbox.ts';
import type { Message } from './room-state.ts';
import { useSeenRoom } from './sound.ts';
import { useRoom } from './use-room.ts';
import styles from './room.module.css';

export function RoomPane({ id }: { id: string }) {
  const room = useRoom(id);
  const info = useRoomInfo(id).data?.room;
  const me = useMyId();
  const outbox = useSyncExternalStore(subscribeOutbox, readOutbox, readOutbox);
  const [editing, setEditing] = useState<Message | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const remove = useDeleteMessage();
  const isSeen = useSeenRoom(id);
  const name = info ? `${info.name} ${info.surname}` : '';
  usePageTitle(name || 'Сообщения');
  const last = room.state.messages.at(-1);
  const unread = last !== undefined && (room.state.reads[me] ?? 0) < last.position;
  // A room counts as read only when it is in front and scrolled to its end.
  useEffect(() => {
    if (unread && isAtEnd && isSeen) readRoom(id).catch(() => {});
  }, [id, unread, isAtEnd, isSeen, last?._id]);
  const endEdit = useCallback((messageId: string) => setEditing((now) => (now?._id === messageId ? null : now)), []);
  // Changed or deleted meanwhile, from another tab or device: there is nothing left to change.
  if (editing !== null && room.state.isReady && !room.state.messages.some(({ _id, message }) => _id === editing._id && message === editing.message)) setEditing(null);
  if (room.isGone) return <div className={styles.gone}><HiddenHead title="Переписка" /><NotFoundState text="Такой переписки нет" action={<ButtonLink to="/messages">К сообщениям</ButtonLink>} /></div>;
  const drop = async (message: Message) => {
    if (!(await confirm({ title: 'Удалить сообщение?', text: 'Оно пропадёт у обоих.', action: 'Удалить', danger: true }))) return;
    remove.mutate(message._id, { onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }) });
  };
  const status = room.typing ? 'печатает…' : info === undefined ? '' : info.isOnline ? 'в сети' : info.date ? `был(а) ${relative(info.date)}` : 'не в сети';
  return (
    <section className={styles.room} aria-label={name ? `Переписка: ${name}` : 'Переписка'}>
      <ChatBackground bg={info?.bg ?? ''} />
      <header className={styles.head}>
        <span className={styles.back}><IconLink to="/messages" label="К списку переписок" icon={<IconArrowLeft />} /></span>
        <Link to={info ? `/user/${info.userId}` : '#'} className={styles.person}>
          {info ? <Avatar id={info.userId} src={mediaUrl('useravatars', info.avatarUrl, 160)} size={40} online={info.isOnline} /> : <span className={styles.face} />}
          <div className={styles.words}><h1 className={styles.name}>{name || <>{' '}<span className="visually-hidden">Переписка</span></>}</h1><span className={styles.status} aria-live="polite">{status || ' '}</span></div>
        </Link>
      </header>
      <MessageList state={room.state} unsent={outbox.filter((item) => item.roomId === id && item.userId === me && !room.state.messages.some((message) => message.clientId === item.clientId))}
        isLoading={room.isLoading} isBroken={room.isBroken} onOlder={room.loadOlder} onEdit={setEditing} onDelete={(message) => void drop(message)} onEnd={setAtEnd} />
      {info?.mayWrite === false ? <p className={styles.closed} role="status">Пользователь ограничил сообщения.</p> : <Composer roomId={id} bg={info?.bg ?? ''} editing={editing} onEditEnd={endEdit} />}
    </section>
  );
}
