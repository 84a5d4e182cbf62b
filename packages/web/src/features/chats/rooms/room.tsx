import { IconArrowLeft } from '#ui/icons.ts';
import { Link } from 'react-router';
import { relative } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { NotFoundState } from '#ui/feedback/empty-state.tsx';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { useRoomInfo } from '../api.ts';
import { GroupPane } from '../groups/group-pane.tsx';
import { Conversation } from './conversation.tsx';
import { useRoom } from './use-room.ts';
import { PRIVATE, type ConversationKind } from './conversation-kind.ts';
import styles from './room.module.css';

/** A room of either kind. */
export function RoomPane({ id, kind }: { id: string; kind: ConversationKind }) {
  return kind.isGroup ? <GroupPane id={id} /> : <DialogPane id={id} />;
}

const CLOSED = {
  limited: 'Пользователь ограничил сообщения.',
  blocked: 'Вы заблокировали этого человека. Чтобы писать ему, разблокируйте его на его странице.',
  suspended: 'Страница заблокирована администратором. Написать пока нельзя.',
  gone: 'Этого профиля больше нет.',
};
function DialogPane({ id }: { id: string }) {
  const room = useRoom(id, PRIVATE);
  const info = useRoomInfo(id).data?.room;
  const name = info ? `${info.name} ${info.surname}` : '';
  usePageTitle(name || 'Сообщения');
  if (room.isGone)
    return (
      <div className={styles.gone}>
        <HiddenHead title="Переписка" />
        <NotFoundState
          text="Такой переписки нет"
          action={<ButtonLink to="/messages">К сообщениям</ButtonLink>}
        />
      </div>
    );
  const status =
    room.typing.length > 0
      ? 'печатает…'
      : info === undefined
        ? ''
        : info.isOnline
          ? 'в сети'
          : info.date
            ? `был(а) ${relative(info.date)}`
            : 'не в сети';
  return (
    <Conversation
      id={id}
      kind={PRIVATE}
      room={room}
      label={name ? `Переписка: ${name}` : 'Переписка'}
      closed={info === undefined || info.closed === null ? null : CLOSED[info.closed]}
      own={info}
      people={info && [{ id: info.userId, name }]}
      head={
        <>
          <span className={styles.back}>
            <IconLink to="/messages" label="К списку переписок" icon={<IconArrowLeft />} />
          </span>
          <Link to={info ? `/user/${info.userId}` : '#'} className={styles.person}>
            {info ? (
              <Avatar
                id={info.userId}
                src={mediaUrl('useravatars', info.avatarUrl, 160)}
                size={40}
                online={info.isOnline}
              />
            ) : (
              <span className={styles.face} />
            )}
            <div className={styles.words}>
              <h1 className={styles.name}>
                {name || (
                  <>
                    {' '}
                    <span className="visually-hidden">Переписка</span>
                  </>
                )}
              </h1>
              <span className={styles.status} aria-live="polite">
                {status || ' '}
              </span>
            </div>
          </Link>
        </>
      }
    />
  );
}
