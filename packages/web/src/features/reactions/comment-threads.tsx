import type { ComponentProps } from 'react';
import type { Comment } from './api.ts';
import { arrangeThreads } from './threads.ts';
import { CommentRow } from './comment-row.tsx';
import styles from './comments.module.css';

type CommentThreadsProps = {
  comments: readonly Comment[];
  row: Omit<ComponentProps<typeof CommentRow>, 'comment' | 'isAnswer'>;
};
/** Comments with the replies below each. */
export function CommentThreads({ comments, row }: CommentThreadsProps) {
  return (
    <ul className={styles.list}>
      {arrangeThreads(comments).map(([first, ...answers]) => (
        <li key={first!._id}>
          <CommentRow {...row} comment={first!} isAnswer={false} />
          {answers.length === 0 ? null : (
            <ul className={styles.answers}>
              {answers.map((comment) => (
                <li key={comment._id}>
                  <CommentRow {...row} comment={comment} isAnswer />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
