import { lazy, Suspense, useState } from 'react';
import { IconMessage2, IconPinFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Comments } from '#features/reactions/parts.ts';
import { shortCount } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { LikeButton } from '#ui/like-button.tsx';
import { Time } from '#ui/time.tsx';
import { useCountComments, useLikePost, type Post } from './api.ts';
import { PostContent } from './post-content.tsx';
import { PostMarks } from './post-marks.tsx';
import { PostMenu } from './post-menu.tsx';
import styles from './post-card.module.css';

const PostEditor = lazy(async () => ({ default: (await import('./post-editor.tsx')).PostEditor }));

/** A post with what people made of it. `isOnWall` tells that it is pinned there; `isOpen` shows all of it at once. */
export function PostCard({ post, isOpen = false, isOnWall = false, onRemoved }: { post: Post; isOpen?: boolean; isOnWall?: boolean; onRemoved?: () => void }) {
  const [hasComments, setComments] = useState(isOpen);
  const [isEditing, setEditing] = useState(false);
  const like = useLikePost();
  const count = useCountComments();
  const { head } = post;
  const name = `${head.name} ${head.surname}`;
  return (
    <Card as="article" inset="flush" aria-label={`Запись, ${name}`} data-post={post._id}>
      {isOnWall && post.pinned ? <p className={styles.pinned}><IconPinFilled size={15} aria-hidden="true" />Закреплено</p> : null}
      <header className={styles.head}>
        <Link to={`/user/${post.user}`} aria-hidden="true" tabIndex={-1}><Avatar id={post.user} src={mediaUrl('useravatars', head.avatarUrl, 160)} size={42} /></Link>
        <span className={styles.words}>
          <Link to={`/user/${post.user}`} className={styles.name}>{name}</Link>
          <span className={styles.line}>
            <Link to={`/userpost/${post._id}`} className={styles.date}><Time value={post.date} /></Link>
            <PostMarks post={post} />
          </span>
        </span>
        <PostMenu post={post} onEdit={() => setEditing(true)} onRemoved={onRemoved} />
      </header>
      {isEditing
        ? <Suspense fallback={<PostContent post={post} />}><PostEditor post={post} onEnd={() => setEditing(false)} /></Suspense>
        : <PostContent post={post} isOpen={isOpen} />}
      <footer className={styles.foot}>
        <LikeButton liked={post.liked} count={post.likes} onToggle={() => like.mutate(post)} label="Нравится запись" />
        <button type="button" className={styles.comments} aria-expanded={hasComments} aria-label={`Комментарии: ${post.comments}`} onClick={() => setComments(!hasComments)}>
          <IconMessage2 size={20} aria-hidden="true" />{post.comments > 0 ? shortCount(post.comments) : null}
        </button>
      </footer>
      {hasComments ? <div className={styles.talk}><Comments id={post._id} onCount={(by) => count(post._id, by)} /></div> : null}
    </Card>
  );
}
