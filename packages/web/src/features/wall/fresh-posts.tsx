import { useState } from 'react';
import { sentenceOf } from '#lib/call.ts';
import { useLive } from '#lib/live.ts';
import { showHint } from '#ui/hints.ts';
import { useFriendsNews, useReloadFriendsNews } from './api.ts';

const MOST = 100;

/** Friends' posts that were told of and are not in the list yet, and the way to bring them in. */
export function useFreshPosts(): { count: number; isLoading: boolean; show: () => void } {
  const [told, setTold] = useState<readonly string[]>([]);
  const reload = useReloadFriendsNews();
  const pages = useFriendsNews(false).data?.pages ?? [];
  const shown = pages.flatMap((page) => page.posts.map((post) => post._id));
  const oldest = pages.at(-1)?.isLast === true ? undefined : shown.at(-1);
  // Ids follow one another in time: what is older than everything shown lies on a page to come.
  const count = told.filter((id) => !shown.includes(id) && (oldest === undefined || id > oldest)).length;
  useLive((event) => {
    if (event.type === 'friend-post') setTold((before) => [...before, event['id'] as string].slice(-MOST));
  });
  const show = () => reload.mutate(undefined, {
    onSuccess: () => {
      // Also what did not come after all: it was taken away again.
      setTold((now) => now.filter((id) => !told.includes(id)));
      window.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    },
    onError: (error) => showHint(sentenceOf(error), { tone: 'bad' }),
  });
  return { count, isLoading: reload.isPending, show };
}
