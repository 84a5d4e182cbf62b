import { useSearchParams } from 'react-router';
import { ChangedArticle, NewArticle, useArticle } from '#features/publics/parts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/empty-state.tsx';
import { ApiError } from '#lib/call.ts';
import { HiddenHead, PageHead } from '#ui/page-head.tsx';
import { PostsSkeleton } from '#ui/skeleton.tsx';
import { OnePublic } from './one-public.tsx';

/** A new article, or with `?edit=` one that is there. */
export function CreatePublicPost() {
  const [address] = useSearchParams();
  const edited = address.get('edit');
  return (
    <OnePublic title={edited === null ? 'Новая статья' : 'Изменение записи'}>
      {(group) => {
        if (edited !== null) return <Edited key={edited} group={group} id={edited} />;
        const isStaff = group.role === 'admin' || group.role === 'editor';
        if (group.role === 'banned')
          return (
            <>
              <HiddenHead title="Новая статья" />
              <NotFoundState
                text="Редакторы группы закрыли вам доступ."
                more=""
                action={<ButtonLink to={`/public/${group._id}`}>К группе</ButtonLink>}
              />
            </>
          );
        return (
          <Columns>
            <PageHead title={isStaff ? 'Новая статья' : 'Предложить запись'} text={group.name} />
            <NewArticle group={group} />
          </Columns>
        );
      }}
    </OnePublic>
  );
}
function Edited({
  group,
  id,
}: {
  group: Parameters<typeof ChangedArticle>[0]['group'];
  id: string;
}) {
  const found = useArticle(id);
  const article = found.data?.post;
  const isRefused =
    (found.error instanceof ApiError && found.error.status === 404) || article?.mayEdit === false;
  if (isRefused)
    return (
      <>
        <HiddenHead title="Изменение записи" />
        <NotFoundState
          text="Такой записи нет"
          action={<ButtonLink to={`/public/${group._id}`}>К группе</ButtonLink>}
        />
      </>
    );
  return (
    <Columns>
      <PageHead title="Изменение записи" text={group.name} />
      {article !== undefined ? (
        <ChangedArticle group={group} article={article} />
      ) : found.isError ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : (
        <PostsSkeleton posts={1} />
      )}
    </Columns>
  );
}
