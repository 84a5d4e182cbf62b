import { useNavigate } from '#lib/navigate.ts';
import { showHint } from '#ui/hints.ts';
import type { Article, Public } from './api.ts';
import { ArticleForm } from './article-form.tsx';
import { useEditArticle, useWrite } from './running.ts';

const isStaffOf = (group: Public) => group.role === 'admin' || group.role === 'editor';
/** Writes for a group; a reader proposes. */
export function NewArticle({ group }: { group: Public }) {
  const isStaff = isStaffOf(group);
  const write = useWrite(group._id, isStaff);
  const navigate = useNavigate();
  return (
    <ArticleForm
      mayDelay={isStaff}
      action={isStaff ? 'Опубликовать' : 'Предложить'}
      back={`/public/${group._id}`}
      onSend={async ({ keep: _, ...given }) => {
        const { post } = await write.mutateAsync(given);
        showHint(
          {
            published: 'Опубликовано',
            scheduled: 'Запись выйдет в назначенный час',
            proposed: 'Запись отправлена редакторам',
          }[post.state],
          { tone: 'good' },
        );
        navigate(`/public/${group._id}${post.state === 'published' ? '' : `?part=${post.state}`}`);
      }}
    />
  );
}
/** Changes what a group has written or what waits there. */
export function ChangedArticle({ group, article }: { group: Public; article: Article }) {
  const edit = useEditArticle();
  const navigate = useNavigate();
  const back =
    article.state === 'published'
      ? `/publicpost/${article._id}`
      : `/public/${group._id}?part=${article.state}`;
  return (
    <ArticleForm
      article={article}
      mayDelay={article.state === 'scheduled'}
      action="Сохранить"
      back={back}
      onSend={async (given) => {
        await edit.mutateAsync({ ...given, of: article });
        showHint('Изменения сохранены', { tone: 'good' });
        navigate(back);
      }}
    />
  );
}
