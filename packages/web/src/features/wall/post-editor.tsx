import { useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Post } from './api.ts';
import { useEditPost } from './authoring-api.ts';
import { PostFields } from './post-fields.tsx';
import { usePostForm } from './use-post-form.ts';
import styles from './post-editor.module.css';

/** Replaces a post while its author edits it. */
export function PostEditor({ post, onEnd }: { post: Post; onEnd: () => void }) {
  const form = usePostForm(`post.${post._id}`, {
    text: post.title,
    audience: post.audience,
    pictures: post.pictures,
    commentsFor: post.commentsFor,
    publishAt: post.draft ? post.publishAt : undefined,
    hasPoll: post.poll !== null || post.repost !== undefined,
    video: post.video,
    mentions: post.mentions,
  });
  const edit = useEditPost();
  const place = useRef<HTMLDivElement>(null);
  const end = () => {
    form.clear();
    // The form takes the focus away with it, so the focus returns to the post's menu, which opened
    // it.
    place.current
      ?.closest('article')
      ?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
      ?.focus();
    onEnd();
  };
  const cancel = async () => {
    if (
      form.isSending ||
      (form.isChanged &&
        !(await confirm({
          title: 'Не сохранять изменения?',
          action: 'Не сохранять',
          danger: true,
        })))
    )
      return;
    end();
  };
  const submit = async () => {
    if (!form.isChanged) return end();
    if (!(await form.send((written) => edit.mutateAsync({ ...written, of: post })))) return;
    showToast('Изменения сохранены', { tone: 'good' });
    end();
  };
  return (
    <div ref={place} className={styles.place}>
      <PostFields
        form={form}
        onSubmit={() => void submit()}
        onCancel={() => void cancel()}
        minRows={3}
        focus
      >
        {form.isSending ? null : <Button onClick={() => void cancel()}>Отмена</Button>}
        <Button type="submit" variant="primary" busy={form.isSending}>
          Сохранить
        </Button>
      </PostFields>
    </div>
  );
}
