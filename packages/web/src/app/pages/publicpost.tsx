import { useParams } from 'react-router';
import { ArticleCard, useArticle } from '#features/communities/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';

export function CommunityPost() {
  const { id = '' } = useParams();
  usePageTitle('Пост');
  return (
    <>
      <HiddenHead title="Пост" />
      <WholeArticle id={id} key={id} />
    </>
  );
}
function WholeArticle({ id }: { id: string }) {
  const found = useArticle(id);
  const navigate = useNavigate();
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <NotFoundState
        text="Такого поста нет"
        action={<ButtonLink to="/publics">К группам</ButtonLink>}
      />
    );
  if (found.isError && !found.data) return <ErrorState onRetry={() => void found.refetch()} />;
  if (!found.data) return <PostsSkeleton posts={1} />;
  const article = found.data.post;
  return (
    <Columns hasComments>
      <ArticleCard
        article={article}
        isOpen
        onRemoved={() => navigate(`/public/${article.public}`)}
      />
    </Columns>
  );
}
