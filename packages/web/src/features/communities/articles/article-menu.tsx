import { bookmarkItem } from '#features/sharing/parts.ts';
import { IconPencil, IconPin, IconPinnedOff, IconTrash } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useNeighbourFocus } from '#lib/navigation/neighbour-focus.ts';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Article } from '../api.ts';
import styles from './article-menu.module.css';
import { usePin, usePublish, useRemoveArticle } from '../staff/staff-api.ts';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
const QUESTIONS = {
  published: {
    title: 'Удалить пост?',
    text: 'Вместе с ним пропадут картинки и комментарии.',
    done: 'Пост удалён',
  },
  scheduled: {
    title: 'Удалить отложенный пост?',
    text: 'Он не выйдет.',
    done: 'Пост удалён',
  },
  proposed: {
    title: 'Удалить предложенный пост?',
    text: 'Он не выйдет, а тот, кто его предложил, узнает об этом.',
    done: 'Пост удалён',
  },
};

/** The actions of a community's staff on an article, and of its author on a proposal. */
export function ArticleMenu({
  article,
  onRemoved,
}: {
  article: Article;
  onRemoved?: (() => void) | undefined;
}) {
  const remove = useRemoveArticle();
  const pin = usePin();
  const markNeighbour = useNeighbourFocus('data-post', article._id);
  const drop = async () => {
    const { done, ...question } = QUESTIONS[article.state];
    if (!(await confirm({ ...question, action: 'Удалить', danger: true }))) return;
    markNeighbour();
    remove.mutate(article._id, {
      onSuccess: () => {
        showToast(done);
        onRemoved?.();
      },
      onError,
    });
  };
  const turnPin = () =>
    pin.mutate(article, {
      onSuccess: () =>
        showToast(article.pinned ? 'Пост откреплён' : 'Пост закреплён вверху группы', {
          tone: 'good',
        }),
      onError,
    });
  return (
    <Menu
      label="Действия с постом"
      items={[
        {
          label: 'Изменить',
          icon: <IconPencil size={18} />,
          to: `/createpublicpost/${article.public}?edit=${article._id}`,
        },
        article.state === 'published' && {
          label: article.pinned ? 'Открепить' : 'Закрепить',
          icon: article.pinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />,
          onSelect: turnPin,
        },
        article.state === 'published' && bookmarkItem({ kind: 'publicpost', id: article._id }),
        {
          label: 'Удалить',
          icon: <IconTrash size={18} />,
          apart: true,
          danger: true,
          onSelect: () => void drop(),
        },
      ]}
    />
  );
}
/** The state of an article that is not published yet. */
export function WaitingFoot({
  article,
  isMine,
  onOut,
}: {
  article: Article;
  isMine: boolean;
  onOut?: (() => void) | undefined;
}) {
  const publish = usePublish();
  const send = () =>
    publish.mutate(article, {
      onSuccess: () => {
        showToast('Опубликовано', { tone: 'good' });
        onOut?.();
      },
      onError,
    });
  // The author of a proposal waits for an editor's decision.
  if (isMine && article.isProposal)
    return <p className={styles.wait}>Пост ждёт решения редакторов.</p>;
  return (
    <footer className={styles.foot}>
      <Button variant="primary" busy={publish.isPending} onClick={send}>
        {article.state === 'proposed' ? 'Опубликовать' : 'Опубликовать сейчас'}
      </Button>
    </footer>
  );
}
