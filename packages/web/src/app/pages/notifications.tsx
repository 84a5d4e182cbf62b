import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { NOTICE_SECTIONS, type NoticeSection } from '@respa/contract/notifications';
import { AcceptButton } from '#features/cloud/parts.ts';
import { RequestButtons, useDismiss } from '#features/friends/parts.ts';
import {
  byDays,
  NoticeRow,
  useNotifications,
  useReadNotifications,
  useUnreadNotifications,
  type Notice,
} from '#features/notifications/parts.ts';
import { dayLine } from '#lib/text/format.ts';
import { useToday } from '#lib/browser/now.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { IconSettings, IconX } from '#ui/icons.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import noticeStyles from '#ui/feedback/notice-line.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { IconButton, IconLink } from '#ui/forms/icon-button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { NoNotices } from './notifications/no-notices.tsx';
import styles from './notifications.module.css';

// In ms: long enough for the member to see what is new before it is marked as seen.
const SEEN_MS = 1_500;
type Filter = NoticeSection | 'all';
const TABS: { value: Filter; label: string; note?: string }[] = [
  { value: 'all', label: 'Все' },
  { value: 'people', label: 'Люди', note: 'Заявки, гости, приглашения и файлы' },
  { value: 'reactions', label: 'Отклики', note: 'Отметки, комментарии, упоминания' },
  { value: 'news', label: 'Подписки', note: 'Группы, видео, объявления' },
];

export function Notifications() {
  usePageTitle('Уведомления');
  const [address, setAddress] = useSearchParams();
  const section = NOTICE_SECTIONS.find((one) => one === address.get('section'));
  return (
    <Stack>
      <PageHead
        title="Уведомления"
        action={
          <IconLink
            to="/settings"
            label="Настроить уведомления"
            icon={<IconSettings />}
            className={styles.gear}
          />
        }
      />
      <Tabs
        label="Какие уведомления показать"
        tabs={TABS}
        value={section ?? 'all'}
        onChange={(value) =>
          setAddress(value === 'all' ? {} : { section: value }, { replace: true })
        }
        aside={<SettingsCard />}
      >
        <NoticeList key={section} section={section} />
      </Tabs>
    </Stack>
  );
}

function SettingsCard() {
  return (
    <Card>
      <CardHead title="О чём сообщать" />
      <p className={styles.text}>
        Отметки, гостей и новости групп можно выключить. Заявки в друзья приходят всегда.
      </p>
      <ButtonLink to="/settings" size="small" icon={<IconSettings />}>
        Настроить уведомления
      </ButtonLink>
    </Card>
  );
}

function NoticeList({ section }: { section: NoticeSection | undefined }) {
  const list = useNotifications(section);
  const unread = useUnreadNotifications();
  const today = useToday();
  const { mutate: read } = useReadNotifications();
  const isLoaded = list.isSuccess;
  useEffect(() => {
    // Only the whole list shows everything that is new.
    if (!isLoaded || unread === 0 || section !== undefined) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') read();
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, unread, section, read]);
  const notices = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  const isEmpty = notices.length === 0;
  return (
    <Stack>
      {isEmpty && !list.isSuccess ? (
        <Card inset="flush">
          {list.isPending ? <PeopleSkeleton rows={6} avatar={48} /> : null}
          {list.isError ? <ErrorState onRetry={() => void list.refetch()} /> : null}
        </Card>
      ) : null}
      {isEmpty && list.isSuccess ? <NoNotices section={section} /> : null}
      {byDays(notices).map(({ day, notices: own }) => (
        <section key={new Date(day).toDateString()} aria-label={dayLine(day, `${today}T12:00`)}>
          <h2 className={styles.day}>{dayLine(day, `${today}T12:00`)}</h2>
          <Card as="div" inset="flush">
            <ul className={noticeStyles.rows}>
              {own.map((notice) => (
                <NoticeRow key={notice._id} notice={notice}>
                  <NoticeActions notice={notice} />
                </NoticeRow>
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <MorePages list={list} skeleton={<PeopleSkeleton rows={2} avatar={48} />} />
    </Stack>
  );
}

function NoticeActions({ notice }: { notice: Notice }) {
  const dismiss = useDismiss();
  if (notice.type === 'friends')
    return (
      <RequestButtons
        noticeId={notice._id}
        personId={notice.from}
        name={displayName(notice.person)}
      />
    );
  if (notice.type === 'file' && notice.postID !== null)
    return <AcceptButton fileId={notice.postID} name={notice.preview?.name ?? notice.title} />;
  return (
    <IconButton
      label="Убрать уведомление"
      icon={<IconX size={20} />}
      size="small"
      busy={dismiss.isPending}
      onClick={() => dismiss.mutate(notice._id)}
    />
  );
}
