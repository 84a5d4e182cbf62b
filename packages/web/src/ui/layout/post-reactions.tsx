import { shortCount } from '#lib/text/format.ts';
import { LikeButton } from '#ui/display/like-button.tsx';
import { IconMessage2 } from '#ui/icons.ts';
import type { PostFrameProps } from './post-frame.tsx';
import styles from './post-frame.module.css';

type PostReactionsProps = {
  reactions: NonNullable<PostFrameProps['reactions']>;
  /** The comments are open. */
  isOpen: boolean;
  onTurn: () => void;
};
/** The likes of a post, and the button that opens its comments. */
export function PostReactions({ reactions, isOpen, onTurn }: PostReactionsProps) {
  return (
    <footer className={styles.foot}>
      <LikeButton
        liked={reactions.liked}
        count={reactions.likes}
        onToggle={reactions.onLike}
        label={reactions.likeLabel}
      />
      <button
        type="button"
        className={styles.comments}
        aria-expanded={isOpen}
        aria-label={`Комментарии: ${reactions.comments}`}
        onClick={onTurn}
      >
        <IconMessage2 size={20} aria-hidden="true" />
        {reactions.comments > 0 ? shortCount(reactions.comments) : null}
      </button>
      {reactions.more}
    </footer>
  );
}
