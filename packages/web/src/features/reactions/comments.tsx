import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { IconSend2, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { LENGTHS } from '@respa/contract/limits';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { useMyId } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.ts';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { showHint } from '#ui/hints.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LikeButton } from '#ui/like-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { PeopleSkeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { Time } from '#ui/time.tsx';
import { useComment, useComments, useLikeComment, useRemoveComment, type Comment } from './api.ts';
import styles from './comments.module.css';

/** The talk below a thing. `onCount` hears how many comments more or fewer there are. */
export function Comments({ id, onCount }: { id: string; onCount: (by: number) => void }) {
  const list = useComments(id);
  const remove = useRemoveComment(id);
  const like = useLikeComment(id);
  const me = useMyId();
  // Pages come newest first, comments within a page oldest first.
  const comments = [...(list.data?.pages ?? [])].reverse().flatMap((page) => page.comments);
  const drop = async (comment: Comment) => {
    if (!(await confirm({ title: 'Удалить комментарий?', action: 'Удалить', danger: true }))) return;
    remove.mutate(comment._id, { onSuccess: () => onCount(-1), onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }) });
  };
  return (
    <div className={styles.column}>
      {list.isPending ? <PeopleSkeleton rows={2} avatar={36} /> : null}
      {list.isError && comments.length === 0 ? <ErrorState small onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && comments.length === 0 ? <EmptyState small art="talk" text="Комментариев пока нет" /> : null}
      {list.hasNextPage ? <Button variant="plain" size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>Показать прежние</Button> : null}
      <ul className={styles.list}>
        {comments.map((comment) => (
          <li key={comment._id} className={styles.comment}>
            <Link to={`/user/${comment.user}`} tabIndex={-1} aria-hidden="true"><Avatar id={comment.user} src={mediaUrl('useravatars', comment.avatarUrl, 160)} size={36} /></Link>
            <div className={styles.body}>
              <Link to={`/user/${comment.user}`} className={styles.name}>{comment.name} {comment.surname}</Link>
              <p className={styles.text}>{comment.text}</p>
              <span className={styles.foot}>
                <Time value={comment.date} />
                <LikeButton small liked={comment.liked} count={comment.likes} label={`Нравится комментарий, ${comment.name}`} onToggle={() => like.mutate(comment)} />
              </span>
            </div>
            <Menu label={`Действия с комментарием, ${comment.name}`} items={[
              comment.user !== me && reportItem({ kind: 'comment', id: comment._id }),
              comment.mayDelete && { label: 'Удалить', icon: <IconTrash size={18} />, danger: true, onSelect: () => void drop(comment) },
            ]} />
          </li>
        ))}
      </ul>
      <CommentForm id={id} onSent={() => onCount(1)} />
    </div>
  );
}

function CommentForm({ id, onSent }: { id: string; onSent: () => void }) {
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const comment = useComment(id);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setEmpty(text.trim() === '');
    if (text.trim() === '' || comment.isPending || text.length > LENGTHS.comment) return;
    comment.mutate(text, { onSuccess: () => { setText(''); onSent(); } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea label="Комментарий" hideLabel placeholder="Написать комментарий" minRows={1} maxRows={6} className={styles.field} value={text} onKeyDown={onKeyDown}
        onChange={(value) => { setText(value); setEmpty(false); }} error={isEmpty ? 'Напишите текст' : comment.error ? sentenceOf(comment.error) : undefined}
        {...(text.length > LENGTHS.comment - 200 ? { limit: LENGTHS.comment } : {})} />
      <IconButton type="submit" label="Отправить комментарий" variant="primary" icon={<IconSend2 size={20} />} busy={comment.isPending} />
    </form>
  );
}
