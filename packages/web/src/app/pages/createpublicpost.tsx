import { useSearchParams } from 'react-router';
import { ChangedArticle, NewArticle, useArticle } from '#features/communities/parts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { ApiError } from '#lib/network/call.ts';
import { HiddenHead, PageHead } from '#ui/layout/page-head.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { OneCommunity } from './one-public.tsx';

/** Creates a new article, or edits an existing one with `?edit=`. */
export function CreateCommunityPost() {
  const [address] = useSearchParams();
  const edited = address.get('edit');
  return (
    <OneCommunity title={edited === null ? 'Новая статья' : 'Изменение поста'}>
      {(community) => {
        if (edited !== null) return <Edited key={edited} community={community} id={edited} />;
        const isStaff = community.role === 'admin' || community.role === 'editor';
        if (community.role === 'banned')
          return (
            <>
              <HiddenHead title="Новая статья" />
              <NotFoundState
                text="Редакторы группы закрыли вам доступ."
                more=""
                action={<ButtonLink to={`/public/${community._id}`}>К группе</ButtonLink>}
              />
            </>
          );
        return (
          <Columns>
            <PageHead title={isStaff ? 'Новая статья' : 'Предложить пост'} text={community.name} />
            <NewArticle community={community} />
          </Columns>
        );
      }}
    </OneCommunity>
  );
}
function Edited({
  community,
  id,
}: {
  community: Parameters<typeof ChangedArticle>[0]['community'];
  id: string;
}) {
  const found = useArticle(id);
  const article = found.data?.post;
  const isRefused =
    (found.error instanceof ApiError && found.error.status === 404) || article?.mayEdit === false;
  if (isRefused)
    return (
      <>
        <HiddenHead title="Изменение поста" />
        <NotFoundState
          text="Такого поста нет"
          action={<ButtonLink to={`/public/${community._id}`}>К группе</ButtonLink>}
        />
      </>
    );
  return (
    <Columns>
      <PageHead title="Изменение поста" text={community.name} />
      {article !== undefined ? (
        <ChangedArticle community={community} article={article} />
      ) : found.isError ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : (
        <PostsSkeleton posts={1} />
      )}
    </Columns>
  );
}
