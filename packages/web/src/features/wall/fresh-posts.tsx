import { sentenceOf } from '#lib/network/call.ts';
import { useFresh, type Fresh } from '#lib/navigation/post-pages.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useFriendsNews, useReloadFriendsNews } from './api.ts';

/** Counts the reported posts of friends that are not in the list yet, and loads them on demand. */
export const useFreshPosts = (): Fresh =>
  useFresh({
    pages: useFriendsNews(false).data?.pages ?? [],
    createdType: 'friend-post',
    reload: useReloadFriendsNews(),
    onFail: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
  });
