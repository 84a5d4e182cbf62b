import { useLocation } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { rememberReturn } from '#lib/navigation/return-place.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Time } from '#ui/display/time.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Link } from 'react-router';
import { useOpenComments, type Comment } from './api.ts';
import styles from './open.module.css';

/** The comments that visitors may read, and the invitation to answer. */
export function OpenComments({ kind, id }: { kind: 'article' | 'video'; id: string }) {
  const found = useOpenComments(kind, id);
  const { pathname } = useLocation();
  // The pages come newest first, and the comments of each page oldest first.
  const comments = (found.data?.pages ?? []).toReversed().flatMap((page) => page.comments);
  return (
    <Card inset="flush">
      <div className={styles.head}>
        <CardHead title="Комментарии" />
      </div>
      {found.isError && comments.length === 0 ? (
        <ErrorState small onRetry={() => void found.refetch()} />
      ) : null}
      {found.hasNextPage ? (
        <p className={styles.note}>
          <Button
            size="small"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Показать более ранние
          </Button>
        </p>
      ) : null}
      {comments.length === 0 ? null : (
        <ul className={styles.comments}>
          {comments.map((comment) => (
            <OpenComment key={comment._id} comment={comment} />
          ))}
        </ul>
      )}
      <p className={styles.note}>
        <Link to="/register" state={{ from: pathname }} onClick={() => rememberReturn(pathname)}>
          Зарегистрируйтесь
        </Link>
        , чтобы ответить.
      </p>
    </Card>
  );
}
const OpenComment = ({ comment }: { comment: Comment }) => (
  <li className={styles.comment}>
    <span className={styles.writer}>
      <bdi>{displayName({ name: comment.name, surname: '' })}</bdi>
      <Time value={comment.date} look="relative" className={styles.date} />
    </span>
    <p className={styles.text}>
      <RichText text={comment.text} />
    </p>
  </li>
);
