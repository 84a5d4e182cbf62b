import { useState } from 'react';
import { IconPencil } from '#ui/icons.ts';
import { dateTime } from '#lib/text/format.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Time } from '#ui/display/time.tsx';
import type { Post } from './api.ts';
import { usePublishDraft } from './authoring-api.ts';
import { OwnPostMenu } from './own-post-menu.tsx';
import { PostContent } from './post-content.tsx';
import { PostEditor } from './post-editor.tsx';
import { PostMarks } from './post-marks.tsx';
import styles from './draft-card.module.css';

/** A draft or a scheduled post, visible only to its author, with a button to publish it. */
export function DraftCard({ post, onPublished }: { post: Post; onPublished: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const publish = usePublishDraft();
  const send = () =>
    publish.mutate(post._id, {
      onSuccess: () => {
        showToast('Опубликовано', { tone: 'good' });
        onPublished();
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Card
      as="article"
      inset="flush"
      aria-label={post.publishAt === null ? 'Черновик' : 'Отложенный пост'}
      data-post={post._id}
    >
      <header className={styles.head}>
        <span className={styles.words}>
          {post.publishAt === null ? (
            <>
              Сохранён <Time value={post.edited ?? post.date} look="relative" />
            </>
          ) : (
            `Выйдет ${dateTime(post.publishAt)}`
          )}
        </span>
        <PostMarks post={post} />
        <span className={styles.end}>
          <OwnPostMenu post={post} onEdit={() => setEditing(true)} />
        </span>
      </header>
      {isEditing ? (
        <PostEditor post={post} onEnd={() => setEditing(false)} />
      ) : (
        <>
          <PostContent post={post} />
          <footer className={styles.foot}>
            <Button icon={<IconPencil aria-hidden="true" />} onClick={() => setEditing(true)}>
              Изменить
            </Button>
            <Button variant="primary" busy={publish.isPending} onClick={send}>
              {post.publishAt === null ? 'Опубликовать' : 'Опубликовать сейчас'}
            </Button>
          </footer>
        </>
      )}
    </Card>
  );
}
