import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { AttachedPoll } from '#features/polls/parts.ts';
import { isComposing } from '#lib/browser/keyboard.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { DropZone } from '#ui/files/drop-zone.tsx';
import { PictureTray } from '#ui/files/picture-tray.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import type { PostForm } from './use-post-form.ts';
import { PostBar } from './post-bar.tsx';
import { ChosenVideo } from './post-video.tsx';
import { ChosenOptions } from './post-options.tsx';
import styles from './post-fields.module.css';

type PostFieldsProps = {
  form: PostForm;
  onSubmit: () => void;
  /** Called on Escape in the text. */
  onCancel?: () => void;
  /** Beside the text: the author's picture. */
  before?: ReactNode;
  minRows: number;
  /** Hides what is only needed once something is written. */
  isShort?: boolean;
  focus?: boolean;
  /** The primary button and what is beside it. */
  children: ReactNode;
};

/**
 * The fields of a post, new or edited: the text, up to five chosen, dropped or pasted pictures, and
 * a poll of a new one, and the audience.
 */
export function PostFields({
  form,
  onSubmit,
  onCancel,
  before,
  minRows,
  isShort = false,
  focus = false,
  children,
}: PostFieldsProps) {
  const { picked, isSending } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) onCancel?.();
  };
  return (
    <DropZone onFiles={picked.add} disabled={isSending}>
      <Form onSubmit={submit} className={styles.form}>
        <div className={styles.row}>
          {before}
          <TextArea
            label="Текст поста"
            hideLabel
            placeholder="Что нового?"
            minRows={minRows}
            maxRows={24}
            className={styles.text}
            area={form.naming.area}
            value={form.text}
            disabled={isSending}
            autoFocus={focus}
            onKeyDown={onKeyDown}
            onChange={form.write}
            error={form.wrong}
            {...(form.text.length > LENGTHS.post - 1_000 ? { limit: LENGTHS.post } : {})}
          />
        </div>
        {form.naming.slot}
        <PictureTray
          items={form.pictures.items}
          srcOf={(name) => mediaUrl('userposts', name, 160)!}
          disabled={isSending}
          onMove={form.pictures.move}
          onDescribe={form.pictures.describe}
          onRemove={(picture) => (isSending ? form.stop() : form.pictures.remove(picture))}
        />
        {form.poll === null ? null : (
          <AttachedPoll
            attached={form.poll}
            onRemove={() => form.setPoll(null)}
            disabled={isSending}
          />
        )}
        <ChosenVideo form={form} />
        <ChosenOptions form={form} />
        <PostBar form={form} isShort={isShort}>
          {children}
        </PostBar>
      </Form>
    </DropZone>
  );
}
