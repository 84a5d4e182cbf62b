import { useState } from 'react';
import { IconMessage2, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Comments } from '#features/reactions/parts.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/call.ts';
import { shortCount } from '#lib/format.ts';
import { mediaUrl, pictureSource } from '#lib/media.ts';
import { useMyId } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.ts';
import { showHint } from '#ui/hints.ts';
import { LikeButton } from '#ui/like-button.tsx';
import { Lightbox } from '#ui/lightbox.tsx';
import { Menu } from '#ui/menu.tsx';
import { PictureGrid } from '#ui/picture-grid.tsx';
import { Time } from '#ui/time.tsx';
import { useCountComments, useLikePost, useRemovePost, type Post } from './api.ts';
import styles from './post-card.module.css';

const LONG = 700;

export function PostCard({ post, isOpen = false, onRemoved }: { post: Post; isOpen?: boolean; onRemoved?: () => void }) {
  const [hasComments, setComments] = useState(isOpen);
  const [isWhole, setWhole] = useState(isOpen || post.title.length <= LONG);
  const [place, setPlace] = useState<number | null>(null);
  const like = useLikePost();
  const remove = useRemovePost();
  const count = useCountComments();
  const { head } = post;
  const name = `${head.name} ${head.surname}`;
  const pictures = post.pictures.map((picture, at) => pictureSource('userposts', picture, `Картинка ${at + 1} из записи, ${name}`));
  const drop = async () => {
    if (!(await confirm({ title: 'Удалить запись?', text: 'Вместе с ней пропадут картинки и комментарии.', action: 'Удалить', danger: true }))) return;
    remove.mutate(post._id, { onSuccess: () => { showHint('Запись удалена'); onRemoved?.(); }, onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }) });
  };
  return (
    <Card as="article" inset="flush" aria-label={`Запись, ${name}`}>
      <header className={styles.head}>
        <Link to={`/user/${post.user}`} aria-hidden="true" tabIndex={-1}><Avatar id={post.user} src={mediaUrl('useravatars', head.avatarUrl, 160)} size={42} /></Link>
        <span className={styles.words}>
          <Link to={`/user/${post.user}`} className={styles.name}>{name}</Link>
          <Link to={`/userpost/${post._id}`} className={styles.date}><Time value={post.date} /></Link>
        </span>
        <Menu label="Действия с записью" items={[
          useMyId() === post.user ? { label: 'Удалить', icon: <IconTrash size={18} />, danger: true, onSelect: () => void drop() } : reportItem({ kind: 'userpost', id: post._id }),
        ]} />
      </header>
      {post.title === '' ? null : (
        <p className={styles.text}>
          {isWhole ? post.title : `${post.title.slice(0, LONG).trimEnd()}… `}
          {isWhole ? null : <button type="button" className={styles.whole} onClick={() => setWhole(true)}>Показать целиком</button>}
        </p>
      )}
      <PictureGrid pictures={pictures} onOpen={setPlace} />
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
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
