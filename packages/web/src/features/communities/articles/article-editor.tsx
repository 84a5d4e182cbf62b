import { useNavigate } from '#lib/navigation/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Article, CommunityDetails } from '../api.ts';
import { ArticleForm } from './article-form.tsx';
import { useEditArticle, useWrite } from '../staff/staff-api.ts';

const isStaffOf = (community: CommunityDetails) =>
  community.role === 'admin' || community.role === 'editor';
/** Writes an article for a community; a follower's article is a proposal. */
export function NewArticle({ community }: { community: CommunityDetails }) {
  const isStaff = isStaffOf(community);
  const write = useWrite(community._id, isStaff);
  const navigate = useNavigate();
  return (
    <ArticleForm
      place={`article.new.${community._id}`}
      mayDelay={isStaff}
      isStaff={isStaff}
      action={isStaff ? 'Опубликовать' : 'Предложить'}
      back={`/public/${community._id}`}
      onSend={async (input) => {
        const { post } = await write.mutateAsync(input);
        showToast(
          {
            published: 'Опубликовано',
            scheduled: 'Пост выйдет в назначенное время',
            proposed: 'Пост отправлен редакторам',
          }[post.state],
          { tone: 'good' },
        );
        navigate(
          `/public/${community._id}${post.state === 'published' ? '' : `?part=${post.state}`}`,
        );
      }}
    />
  );
}
/** Edits an article or a proposal of a community. */
export function ChangedArticle({
  community,
  article,
}: {
  community: CommunityDetails;
  article: Article;
}) {
  const edit = useEditArticle();
  const navigate = useNavigate();
  const back =
    article.state === 'published'
      ? `/publicpost/${article._id}`
      : `/public/${community._id}?part=${article.state}`;
  return (
    <ArticleForm
      place={`article.${article._id}`}
      article={article}
      mayDelay={article.state === 'scheduled'}
      isStaff={isStaffOf(community)}
      action="Сохранить"
      back={back}
      onSend={async (input) => {
        await edit.mutateAsync({ ...input, of: article });
        showToast('Изменения сохранены', { tone: 'good' });
        navigate(back);
      }}
    />
  );
}
