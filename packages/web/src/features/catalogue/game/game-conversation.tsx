import { Comments } from '#features/reactions/parts.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Time } from '#ui/display/time.tsx';
import { useCountComments, type Game } from '../api.ts';
import type { Who } from './game-head.tsx';
import styles from './game-conversation.module.css';

/** The comments on a game: a visitor reads the newest ones, a member can comment. */
export function GameConversation({ game, who }: { game: Game; who: Who }) {
  const count = useCountComments(game._id);
  return (
    <Card inset="flush" className={styles.conversation}>
      <div className={styles.head}>
        <CardHead title="Комментарии" count={game.commentsCount} />
      </div>
      {who === 'visitor' ? <ReadOnly game={game} /> : <Comments id={game._id} onCount={count} />}
    </Card>
  );
}
function ReadOnly({ game }: { game: Game }) {
  if (game.comments.length === 0)
    return (
      <EmptyState
        small
        art="conversation"
        text="Комментариев пока нет"
        action={<ButtonLink to="/login">Войти и оставить первый комментарий</ButtonLink>}
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {game.comments.map((comment) => (
          <li key={comment._id} className={styles.comment}>
            <Avatar id={comment._id} src={null} size={36} />
            <div className={styles.body}>
              <b>{comment.name}</b>
              <p className={styles.text}>
                {comment.answered === null ? null : `${comment.answered.name}, `}
                <RichText text={comment.text} />
              </p>
              <span className={styles.date}>
                <Time value={comment.date} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.enter}>
        <ButtonLink to="/login">Войти, чтобы ответить</ButtonLink>
      </p>
    </>
  );
}
