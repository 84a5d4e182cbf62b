import type { ReactNode } from 'react';
import { PollButton } from '#features/polls/parts.ts';
import { IconPhoto } from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { Button } from '#ui/forms/button.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import { Select } from '#ui/forms/select.tsx';
import { AUDIENCES } from './authoring-api.ts';
import { PostVideoButton } from './post-video.tsx';
import { PostOptionsButton } from './post-options.tsx';
import type { PostForm } from './use-post-form.ts';
import styles from './post-fields.module.css';

type PostBarProps = {
  form: PostForm;
  /** Hides what is only needed once something is written. */
  isShort: boolean;
  /** The primary button and what is beside it. */
  children: ReactNode;
};

/** Below the text of a post: pictures, a poll, the audience, the sending state and the buttons. */
export function PostBar({ form, isShort, children }: PostBarProps) {
  const { picked, isSending } = form;
  return (
    <div className={classNames(styles.bar, !isShort && styles.whole)}>
      <FileInput accept={PICTURES} multiple onFiles={picked.add}>
        <IconButton label="Добавить картинки" icon={<IconPhoto />} disabled={isSending} />
      </FileInput>
      {isShort ? null : <PostVideoButton form={form} />}
      {form.pollPlace === null ? null : (
        <PollButton
          place={form.pollPlace}
          attached={form.poll}
          onAttach={form.setPoll}
          disabled={isSending}
        />
      )}
      {isShort ? null : <PostOptionsButton form={form} />}
      {isShort ? null : (
        <Select
          label="Кто видит пост"
          hideLabel
          className={styles.audience}
          value={form.audience}
          options={AUDIENCES}
          onChange={form.setAudience}
          disabled={isSending}
        />
      )}
      <span className={styles.wait} role="status">
        {isSending ? 'Подождите, пока данные отправятся на сервер...' : null}
      </span>
      <span className={styles.end}>
        {isSending ? <Button onClick={form.stop}>Отменить</Button> : null}
        {children}
      </span>
    </div>
  );
}
