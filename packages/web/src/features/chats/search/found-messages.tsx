import { hideSpoilers } from '@respa/contract/formatting';
import { Link } from 'react-router';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Time } from '#ui/display/time.tsx';
import { useFound } from '../messages/extras-api.ts';
import { Highlight } from '../message-text/highlight.tsx';
import styles from '../list/rooms-list.module.css';

/** Below the found rooms: the messages with these words, each linking to its position. */
export function FoundMessages({ query, isAlone }: { query: string; isAlone: boolean }) {
  const list = useFound(query);
  const found = list.data?.pages.flatMap((page) => page.found) ?? [];
  if (list.isPending || found.length === 0)
    return isAlone ? (
      list.isPending ? (
        <PeopleSkeleton rows={3} />
      ) : (
        <EmptyState
          small
          art="search"
          text="Такой переписки нет"
          action={
            <ButtonLink to="/users" variant="primary">
              Найти собеседника
            </ButtonLink>
          }
        />
      )
    ) : null;
  return (
    <section aria-label="Найденные сообщения">
      <h3 className={styles.section}>Сообщения</h3>
      <ul className={styles.rooms}>
        {found.map(({ room, message }) => (
          <li key={message._id}>
            <Link
              to={`/${room.isChat ? 'chat' : 'messages'}/${room._id}?message=${message._id}`}
              className={styles.room}
            >
              <Avatar
                id={room.userId || room._id}
                src={mediaUrl(room.isChat ? 'chatavatars' : 'useravatars', room.avatarUrl, 160)}
                size={48}
              />
              <span className={styles.words}>
                <span className={styles.name}>{room.title}</span>
                <span className={styles.last}>
                  <Highlight
                    text={hideSpoilers(message.message, message.formatting)}
                    query={query}
                  />
                </span>
              </span>
              <span className={styles.end}>
                <Time value={message.date} look="brief" className={styles.time} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button
            size="small"
            wide
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Ещё сообщения
          </Button>
        </div>
      ) : null}
    </section>
  );
}
