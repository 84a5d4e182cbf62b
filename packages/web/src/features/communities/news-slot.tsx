import { lazy, Suspense, type ReactNode } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { useFresh, type Fresh } from '#lib/navigation/post-pages.ts';
import { FreshPill } from '#ui/feedback/fresh-pill.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { useNews, useReloadNews } from './api.ts';

const NewsList = lazy(async () => ({
  default: (await import('./articles/article-list.tsx')).News,
}));

/**
 * Counts the reported articles of followed communities that are not in the list yet, and loads them
 * on demand.
 */
export const useFreshNews = (): Fresh =>
  useFresh({
    pages: useNews(false).data?.pages ?? [],
    createdType: 'public-post',
    deletedType: 'public-post-gone',
    reload: useReloadNews(),
    onFail: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
  });
/** The news of followed communities. The code of the list loads when it is first shown. */
export function NewsFeed({
  fresh,
  action,
  between,
}: {
  fresh: Fresh;
  action?: ReactNode;
  between?: ReactNode;
}) {
  return (
    <>
      {fresh.count > 0 ? <FreshPill isLoading={fresh.isLoading} onShow={fresh.show} /> : null}
      <Suspense fallback={<PostsSkeleton posts={2} />}>
        <NewsList action={action} between={between} />
      </Suspense>
    </>
  );
}
