import { useState } from 'react';
import { IconBellOff, IconSearch, IconUsersPlus } from '#ui/icons.ts';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { counted, shorten } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { useSettled } from '#lib/network/settled.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Time } from '#ui/display/time.tsx';
import { useRooms, type RoomEntry } from '../api.ts';
import { FoundMessages } from '../search/found-messages.tsx';
import styles from './rooms-list.module.css';

// The documented truncation limits: names 25 characters, last messages 40.
const NAME = 25;
const LAST = 40;
export const nameOf = (room: Pick<RoomEntry, 'isChat' | 'title' | 'name' | 'surname'>): string =>
  room.isChat ? room.title : `${room.name} ${room.surname}`.trim();

export function RoomsList({ openId }: { openId: string | undefined }) {
  const [typed, setTyped] = useState('');
  // Beside an open conversation, the page's heading is the conversation's.
  const Title = openId === undefined ? 'h1' : 'h2';
  const query = useSettled(typed.trim());
  const list = useRooms(query);
  const rooms = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  const isSearch = typed !== '' || query !== '';
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <Title className={styles.title}>Сообщения</Title>
        <span className={styles.word}>
          <ButtonLink to="/createchat" size="small" icon={<IconUsersPlus />}>
            Создать беседу
          </ButtonLink>
        </span>
        <span className={styles.sign}>
          <IconLink
            to="/createchat"
            variant="quiet"
            label="Создать беседу"
            icon={<IconUsersPlus />}
          />
        </span>
      </header>
      {rooms.length > 0 || isSearch ? (
        <div className={styles.search} role="search">
          <TextField
            label="Поиск переписки"
            hideLabel
            type="search"
            placeholder="Поиск"
            icon={<IconSearch size={20} aria-hidden="true" />}
            value={typed}
            onChange={setTyped}
            maxLength={100}
          />
        </div>
      ) : null}
      <div className={styles.scroll}>
        {list.isPending ? <PeopleSkeleton rows={6} /> : null}
        {list.isError && rooms.length === 0 ? (
          <ErrorState small onRetry={() => void list.refetch()} />
        ) : null}
        {list.isSuccess && rooms.length === 0 && !isSearch ? (
          <EmptyState
            art="conversation"
            text="У Вас нет переписок"
            action={
              <ButtonLink to="/users" variant="primary">
                Найти собеседника
              </ButtonLink>
            }
          />
        ) : null}
        {list.isSuccess && rooms.length === 0 && isSearch && query.length < 2 ? (
          <EmptyState small art="search" text="Такой переписки нет" />
        ) : null}
        <ul className={styles.rooms}>
          {rooms.map((room) => (
            <RoomRow key={room._id} room={room} isOpen={room._id === openId} />
          ))}
        </ul>
        {query.length < 2 ? null : <FoundMessages query={query} isAlone={rooms.length === 0} />}
        <InfiniteList
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
    </div>
  );
}

function RoomRow({ room, isOpen }: { room: RoomEntry; isOpen: boolean }) {
  const who =
    room.sender === useMyId() ? 'Вы: ' : room.senderName === '' ? '' : `${room.senderName}: `;
  return (
    <li>
      <Link
        to={`/${room.isChat ? 'chat' : 'messages'}/${room._id}`}
        className={classNames(styles.room, isOpen && styles.isOpen)}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar
          id={room.userId ?? room._id}
          src={mediaUrl(room.isChat ? 'chatavatars' : 'useravatars', room.avatarUrl, 160)}
          size={48}
          online={room.isOnline}
        />
        <span className={styles.words}>
          <span className={styles.name}>
            {shorten(nameOf(room), NAME)}
            {room.isMuted ? (
              <IconBellOff size={15} className={styles.muted} role="img" aria-label="Без звука" />
            ) : null}
          </span>
          <span className={styles.last}>
            {room.draft !== '' && !isOpen ? (
              <>
                <span className={styles.draft}>Черновик: </span>
                {shorten(room.draft, LAST)}
              </>
            ) : room.lastMessage === '' ? (
              ''
            ) : (
              `${who}${shorten(room.lastMessage, LAST)}`
            )}
          </span>
        </span>
        <span className={styles.end}>
          {room.lastDate ? (
            <Time value={room.lastDate} look="brief" className={styles.time} />
          ) : null}
          {room.mentioned ? (
            <span className={styles.mentioned} role="img" aria-label="Вас упомянули">
              @
            </span>
          ) : null}
          <Badge
            count={room.unread}
            label={counted(room.unread, ['непрочитанное', 'непрочитанных', 'непрочитанных'])}
          />
        </span>
      </Link>
    </li>
  );
}
