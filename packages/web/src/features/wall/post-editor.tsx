import { Button } from '#ui/button.tsx';
import { showHint } from '#ui/hints.ts';
import type { Post } from './api.ts';
import { useEditPost } from './authoring.ts';
import { PostFields } from './post-fields.tsx';
import { usePostForm } from './post-form.ts';
import styles from './post-editor.module.css';

/** Stands in a post's place while its author changes it. */
export function PostEditor({ post, onEnd }: { post: Post; onEnd: () => void }) {
  const form = usePostForm({ text: post.title, audience: post.audience, pictures: post.pictures });
  const edit = useEditPost();
  const submit = async () => {
    const keep = form.kept.map((picture) => picture.name);
    if (!(await form.send((written) => edit.mutateAsync({ ...written, of: post, keep })))) return;
    showHint('Изменения сохранены', { tone: 'good' });
    onEnd();
  };
  return (
    <div className={styles.place}>
      <PostFields form={form} onSubmit={() => void submit()} minRows={3} focus>
        {form.isSending ? null : <Button onClick={onEnd}>Отмена</Button>}
        <Button type="submit" variant="primary" busy={form.isSending}>Сохранить</Button>
      </PostFields>
    </div>
  );
}
