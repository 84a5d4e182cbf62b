import { Fragment, type ReactNode } from 'react';
import { ApiError } from '#lib/network/call.ts';
import { putBetween, useSlotBetween } from '#ui/layout/between.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { useArticles, useNews, useWaiting } from '../api.ts';
import { ArticleCard } from './article-card.tsx';

type Source = ReturnType<typeof useArticles> | ReturnType<typeof useNews>;

const BEFORE_BETWEEN = 3;
/**
 * A list of articles that loads while the user scrolls. `between` is inserted where it does not
 * move visible content, at the earliest after the third article.
 */
function ArticleList({
  source,
  empty,
  between,
  isOnWall = false,
}: {
  source: Source;
  empty: ReactNode;
  between?: ReactNode;
  isOnWall?: boolean;
}) {
  // An article that was pinned or removed between two pages may be in both.
  const articles = [
    ...new Map(
      source.data?.pages.flatMap((page) => page.posts).map((one) => [one._id, one]),
    ).values(),
  ];
  const draw = (article: (typeof articles)[number]) => (
    <ArticleCard key={article._id} article={article} isOnWall={isOnWall} />
  );
  const { list, at } = useSlotBetween<HTMLDivElement>(
    BEFORE_BETWEEN,
    articles.length,
    between !== undefined,
  );
  if (source.isPending) return <PostsSkeleton posts={2} />;
  if (source.error instanceof ApiError && source.error.status === 404) return null;
  return (
    <Stack ref={list}>
      {source.isError && articles.length === 0 ? (
        <Card>
          <ErrorState onRetry={() => void source.refetch()} />
        </Card>
      ) : null}
      {source.isSuccess && articles.length === 0 ? <Card>{empty}</Card> : null}
      {putBetween(articles.map(draw), at, <Fragment key="between">{between}</Fragment>)}
      <MorePages list={source} skeleton={<PostsSkeleton posts={1} picture={false} />} />
    </Stack>
  );
}
export function Articles({ publicId, action }: { publicId: string; action?: ReactNode }) {
  return (
    <ArticleList
      source={useArticles(publicId)}
      isOnWall
      empty={<EmptyState art="post" text="Нет записей" action={action} />}
    />
  );
}
const NOTHING = {
  proposed: {
    text: 'Предложенных постов нет',
    more: 'Посты подписчиков ждут здесь, пока редакция их не опубликует.',
  },
  scheduled: {
    text: 'Отложенных постов нет',
    more: 'Время выхода выбирают, когда пишут пост.',
  },
};
export function Waiting({
  publicId,
  state,
}: {
  publicId: string;
  state: 'proposed' | 'scheduled';
}) {
  return (
    <ArticleList
      source={useWaiting(publicId, state)}
      empty={
        <EmptyState
          art="post"
          {...NOTHING[state]}
          action={
            <ButtonLink to={`/createpublicpost/${publicId}`} variant="primary">
              Написать пост
            </ButtonLink>
          }
        />
      }
    />
  );
}
export function News({ action, between }: { action?: ReactNode; between?: ReactNode }) {
  return (
    <ArticleList
      source={useNews()}
      between={between}
      empty={<EmptyState small art="post" text="У Вас нет новостей" action={action} />}
    />
  );
}
