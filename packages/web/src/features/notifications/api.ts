import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import * as notifications from '@respa/contract/notifications';
import type { NoticeSection, NotificationType } from '@respa/contract/notifications';
import { call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { dependOn } from '#lib/network/topics.ts';
import { useSession } from '#lib/network/session.ts';

const notificationsKey = ['notifications'] as const;
const listKey = [...notificationsKey, 'list'] as const;
const unreadKey = [...notificationsKey, 'unread'] as const;
dependOn('people', notificationsKey);

/** Refetches the member's notifications and their count. */
export const invalidateNotifications = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: notificationsKey });

/** The pages of the whole list, or of one section. */
export const useNotifications = (section?: NoticeSection) =>
  useInfiniteQuery({
    queryKey: section === undefined ? listKey : [...listKey, section],
    meta: KEPT,
    queryFn: ({ pageParam }) =>
      call(notifications.list, {
        query: {
          ...(pageParam === '' ? {} : { before: pageParam }),
          ...(section === undefined ? {} : { section }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.notifications.at(-1)?._id),
  });
export function useUnreadNotifications(): number {
  const session = useSession();
  return (
    useQuery({
      queryKey: unreadKey,
      meta: KEPT,
      queryFn: () => call(notifications.unread),
      enabled: session?.activated === true,
    }).data?.count ?? 0
  );
}
export function useReadNotifications() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(notifications.read),
    onSuccess: () => queries.setQueryData(unreadKey, { count: 0 }),
  });
}
const settingsKey = ['notice-settings'] as const;
export const useQuiet = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: async () => (await call(notifications.settings)).quiet,
  });
export function useSetQuiet() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (quiet: NotificationType[]) => call(notifications.setSettings, { body: { quiet } }),
    scope: { id: 'notice-settings' },
    onMutate: (quiet) => queries.setQueryData(settingsKey, quiet),
    onError: () => queries.invalidateQueries({ queryKey: settingsKey }),
  });
}
/** Handles the notification events of the member's stream. */
export function handleNotificationEvent(queries: QueryClient, event: StreamedEvent): void {
  if (
    event.type === 'notification' ||
    event.type === 'notifications-changed' ||
    event.type === 'connected'
  )
    void invalidateNotifications(queries);
}
