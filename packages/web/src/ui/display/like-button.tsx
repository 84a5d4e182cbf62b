import { IconHeart, IconHeartFilled } from '#ui/icons.ts';
import { useState } from 'react';
import { count as formatCount, shortCount } from '#lib/text/format.ts';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './like-button.module.css';

type LikeButtonProps = {
  liked: boolean;
  count: number;
  onToggle: () => void;
  /** What is liked, for screen readers: 'пост'. */
  label?: string | undefined;
  /** A heart and a number without a background, for comments. */
  small?: boolean | undefined;
  disabled?: boolean | undefined;
};

export function LikeButton({
  liked,
  count,
  onToggle,
  label = 'Нравится',
  small,
  disabled,
}: LikeButtonProps) {
  // Only a press plays the animation, not a like that arrives with the data.
  const [isPopping, setPopping] = useState(false);
  const Heart = liked ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={classNames(styles.button, liked && styles.liked, small && styles.small)}
      aria-pressed={liked}
      aria-label={`${label}: ${formatCount(count)}`}
      disabled={disabled}
      onClick={() => {
        setPopping(!liked);
        onToggle();
      }}
    >
      <Heart
        className={classNames(styles.heart, isPopping && styles.pop)}
        onAnimationEnd={() => setPopping(false)}
        aria-hidden="true"
      />
      {count > 0 ? <span className={styles.count}>{shortCount(count)}</span> : null}
    </button>
  );
}
