import { lazy, Suspense, useState, type ReactNode } from 'react';
import { sentenceOf } from '#lib/call.ts';
import { useLive } from '#lib/live.ts';
import { FreshPill } from '#ui/fresh-pill.tsx';
import { showHint } from '#ui/hints.ts';
import { PostsSkeleton } from '#ui/skeleton.tsx';
import { useNews, useReloadNews } from './api.ts';

const NewsList = lazy(async () => ({ default: (await import('./article-list.tsx')).News }));
const MOST = 100;

/** Articles of one's groups that were told of and are not in the list yet, and the way to bring them in. */
export function useFreshNews(): { count: number; isLoading: boolean; show: () => void } {
  const [told, setTold] = useState<readonly string[]>([]);
  const reload = useReloadNews();
  const pages = useNews(false).data?.pages ?? [];
  const shown = new Set(pages.flatMap((page) => page.posts.map((article) => article._id)));
  const count = told.filter((id) => !shown.has(id)).length;
  useLive((event) => {
    if (event.type === 'public-post') setTold((before) => [...before, event['id'] as string].slice(-MOST));
    if (event.type === 'public-post-gone') setTold((before) => before.filter((id) => id !== event['id']));
  });
  const show = () => reload.mutate(undefined, {
    onSuccess: () => {
      setTold((now) => now.filter((id) => !told.includes(id)));
      window.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    },
    onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }),
  });
  return { count, isLoading: reload.isPending, show };
}
/** The news of one's groups; what they are made of is loaded with the first look at them. */
export function NewsFeed({ fresh, action }: { fresh: ReturnType<typeof useFreshNews>; action?: ReactNode }) {
  return (
    <>
      {fresh.count > 0 ? <FreshPill isLoading={fresh.isLoading} onShow={fresh.show} /> : null}
      <Suspense fallback={<PostsSkeleton posts={2} />}><NewsList action={action} /></Suspense>
    </>
  );
}
