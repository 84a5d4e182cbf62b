import { lazy, Suspense, useRef, useState } from 'react';
import { count as formatCount, shortCount } from '#lib/text/format.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconMoodPlus } from '#ui/icons.ts';
import { mineOf, NAMES, useReact, type Change, type Choice, type Reactable } from './emoji-api.ts';
import { ReactionStrip } from './reaction-strip.tsx';
import { useHeartPress, type Opening } from './use-heart-press.ts';
import styles from './emoji-bar.module.css';

const ReactorsDialog = lazy(async () => ({
  default: (await import('./reactors-dialog.tsx')).ReactorsDialog,
}));

/**
 * The reactions to a post or a photo besides the like. The strip to choose one opens by its button,
 * and by resting or long pressing on the heart before it in the same footer.
 */
export function EmojiBar({ post, change }: { post: Reactable; change: Change }) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const [showsPeople, setShowsPeople] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const react = useReact(change);
  const mine = mineOf(post);
  useHeartPress(place, setOpening);
  const close = () => {
    if (opening === 'keyboard') button.current?.focus();
    setOpening(null);
  };
  const choose = (emoji: Choice) => {
    close();
    react.mutate(
      { post, emoji: emoji === mine ? null : emoji },
      { onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }) },
    );
  };
  return (
    <span className={styles.bar} ref={place}>
      <button
        ref={button}
        type="button"
        className={styles.more}
        aria-label="Выбрать реакцию"
        title="Выбрать реакцию"
        aria-expanded={opening !== null}
        onClick={() => setOpening(opening === null ? 'keyboard' : null)}
      >
        <IconMoodPlus size={20} aria-hidden="true" />
      </button>
      {post.reactions.map(({ emoji, count, mine: isMine }) => (
        <button
          key={emoji}
          type="button"
          className={classNames(styles.chip, isMine && styles.mine)}
          aria-pressed={isMine}
          aria-label={`${NAMES[emoji as Choice]}: ${formatCount(count)}`}
          title={NAMES[emoji as Choice]}
          onClick={() => choose(emoji as Choice)}
        >
          <span aria-hidden="true">{emoji}</span>
          {shortCount(count)}
        </button>
      ))}
      {opening === null ? null : (
        <ReactionStrip
          mine={mine}
          takesFocus={opening === 'keyboard'}
          onChoose={choose}
          onClose={close}
          onPeople={
            post.likes + post.reactions.length > 0
              ? () => {
                  close();
                  setShowsPeople(true);
                }
              : undefined
          }
        />
      )}
      {showsPeople ? (
        <Suspense>
          <ReactorsDialog post={post} onClose={() => setShowsPeople(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
