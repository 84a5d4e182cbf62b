import { Fragment, startTransition, useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '#lib/network/call.ts';
import { putBetween, useSlotBetween } from '#ui/layout/between.ts';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { useFriendsNews, useWall, type Post } from './api.ts';
import { PostCard } from './post-card.tsx';

type Source = ReturnType<typeof useWall> | ReturnType<typeof useFriendsNews>;

/** Enough posts to fill the screen. Those below are drawn after these are visible. */
const FIRST_DRAWN = 2;
/** The minimum number of posts before the inserted item. */
const BEFORE_BETWEEN = 3;

/**
 * A list of posts that loads while the user scrolls. `between` is inserted where it does not move
 * visible content, at the earliest after the third post.
 */
export function PostList({
  source,
  empty,
  between,
  children,
}: {
  source: Source;
  empty: ReactNode;
  between?: ReactNode;
  children: (post: Post) => ReactNode;
}) {
  // A post that was pinned or removed between two pages may be in both.
  const posts = [
    ...new Map(
      source.data?.pages.flatMap((page) => page.posts).map((post) => [post._id, post]),
    ).values(),
  ];
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const isHidden = source.data?.pages.some((page) => 'hidden' in page && page.hidden) === true;
  const { list, at } = useSlotBetween<HTMLDivElement>(
    BEFORE_BETWEEN,
    posts.length,
    isWhole && between !== undefined,
  );
  if (source.isPending) return <PostsSkeleton posts={2} />;
  if (source.error instanceof ApiError && source.error.status === 404) return null;
  return (
    <Stack ref={list}>
      {source.isError && posts.length === 0 ? (
        <Card>
          <ErrorState onRetry={() => void source.refetch()} />
        </Card>
      ) : null}
      {isHidden ? (
        <Card>
          <EmptyState
            art="lock"
            text="Стена скрыта"
            more="Владелец страницы показывает посты не всем."
          />
        </Card>
      ) : null}
      {source.isSuccess && posts.length === 0 && !isHidden ? <Card>{empty}</Card> : null}
      {putBetween(
        posts.slice(0, isWhole ? undefined : FIRST_DRAWN).map(children),
        at,
        <Fragment key="between">{between}</Fragment>,
      )}
      <InfiniteList
        hasMore={isWhole && source.hasNextPage}
        isLoading={source.isFetchingNextPage}
        isFailed={source.isFetchNextPageError}
        onMore={() => void source.fetchNextPage()}
        skeleton={<PostsSkeleton posts={1} picture={false} />}
      />
    </Stack>
  );
}
/** The posts of a person. `action` is the next step when there are none. */
export function Wall({ userId, action }: { userId: string; action?: ReactNode }) {
  return (
    <PostList
      source={useWall(userId)}
      empty={<EmptyState art="post" text="Здесь нет постов." action={action} />}
    >
      {(post) => <PostCard key={post._id} post={post} isOnWall />}
    </PostList>
  );
}
export function FriendsNews({ action, between }: { action?: ReactNode; between?: ReactNode }) {
  return (
    <PostList
      source={useFriendsNews()}
      between={between}
      empty={<EmptyState small art="post" text="Здесь нет постов." action={action} />}
    >
      {(post) => <PostCard key={post._id} post={post} />}
    </PostList>
  );
}
