import { useEffect } from 'react';
import { displayName } from '@respa/contract/characters';
import { AcceptButton } from '#features/cloud/parts.ts';
import { RequestButtons, useDismiss } from '#features/friends/parts.ts';
import {
  NoticeRow,
  useNotifications,
  useReadNotifications,
  useUnreadNotifications,
} from '#features/notifications/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { IconX } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import noticeStyles from '#ui/feedback/notice-line.module.css';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';

// In ms: long enough for the member to see what is new before it is marked as seen.
const SEEN_MS = 1_500;

export function Notifications() {
  usePageTitle('Уведомления');
  const list = useNotifications();
  const unread = useUnreadNotifications();
  const dismiss = useDismiss();
  const { mutate: read } = useReadNotifications();
  const isLoaded = list.isSuccess;
  useEffect(() => {
    if (!isLoaded || unread === 0) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') read();
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, unread, read]);
  const notices = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <Columns>
      <PageHead title="Уведомления" />
      <Card inset="flush">
        {list.isPending ? <PeopleSkeleton rows={6} /> : null}
        {list.isError && notices.length === 0 ? (
          <ErrorState onRetry={() => void list.refetch()} />
        ) : null}
        {list.isSuccess && notices.length === 0 ? (
          <EmptyState art="bell" text="У вас нет уведомлений" />
        ) : null}
        <ul className={noticeStyles.rows}>
          {notices.map((notice) => (
            <NoticeRow key={notice._id} notice={notice}>
              {notice.type === 'friends' ? (
                <RequestButtons
                  noticeId={notice._id}
                  personId={notice.from}
                  name={displayName(notice.person)}
                />
              ) : notice.type === 'file' && notice.postID !== null ? (
                <AcceptButton fileId={notice.postID} name={notice.title} />
              ) : (
                <IconButton
                  label="Убрать уведомление"
                  icon={<IconX size={20} />}
                  size="small"
                  busy={dismiss.isPending && dismiss.variables === notice._id}
                  onClick={() => dismiss.mutate(notice._id)}
                />
              )}
            </NoticeRow>
          ))}
        </ul>
        <MorePages list={list} />
      </Card>
    </Columns>
  );
}
