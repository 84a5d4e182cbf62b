import { Suspense, lazy, useState } from 'react';
import { dateTime } from '#lib/text/format.ts';
import { POST_COMMENTERS } from '#features/posts/parts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { momentOf } from '#ui/forms/delay.ts';
import { IconAdjustments, IconClock, IconMessage2 } from '#ui/icons.ts';
import type { PostForm } from './use-post-form.ts';
import styles from './post-options.module.css';

const OptionsWindow = lazy(async () => ({
  default: (await import('./options-window.tsx')).OptionsWindow,
}));

/** The button that opens further options of a post that is being written. */
export function PostOptionsButton({ form }: { form: PostForm }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Комментарии и время выхода"
        icon={<IconAdjustments />}
        disabled={form.isSending}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <OptionsWindow form={form} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
/** Says which options differ from the usual ones. */
export function ChosenOptions({ form: { commentsFor, delay } }: { form: PostForm }) {
  const at = momentOf(delay);
  const commenters = POST_COMMENTERS.find(({ value }) => value === commentsFor)!;
  if (commentsFor === 'all' && !delay.isDelayed) return null;
  return (
    <p className={styles.chosen}>
      {commentsFor === 'all' ? null : (
        <span className={styles.one}>
          <IconMessage2 size={16} aria-hidden="true" />
          Комментируют: {commenters.label.toLowerCase()}
        </span>
      )}
      {delay.isDelayed ? (
        <span className={styles.one}>
          <IconClock size={16} aria-hidden="true" />
          {at === null ? 'Время выхода не выбрано' : `Выйдет ${dateTime(at!)}`}
        </span>
      ) : null}
    </p>
  );
}
