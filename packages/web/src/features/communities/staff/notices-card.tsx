import { useEffect } from 'react';
import type { CommunityNoticeType } from '@respa/contract/communities';
import { useLive } from '#lib/network/live.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { NoticeLine, type NoticeMark } from '#ui/feedback/notice-line.tsx';
import styles from '#ui/feedback/notice-line.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { IconHeartFilled, IconMessageCircle, IconPencil, IconUserPlus } from '#ui/icons.ts';
import { communitySentence } from './notice-words.ts';
import { useNotices, useReadNotices } from './staff-api.ts';

const MARKS: Record<CommunityNoticeType, NoticeMark> = {
  subscribe: { icon: <IconUserPlus aria-hidden="true" />, tone: 'good' },
  like: { icon: <IconHeartFilled aria-hidden="true" />, tone: 'bad' },
  comment: { icon: <IconMessageCircle aria-hidden="true" /> },
  proposal: { icon: <IconPencil aria-hidden="true" /> },
};

/** The notices of a community. Opening the card marks them as read. */
export function NoticesCard({ publicId }: { publicId: string }) {
  const found = useNotices(publicId);
  const { mutate: read } = useReadNotices(publicId);
  const notices = found.data?.pages.flatMap((page) => page.notifications) ?? [];
  const newest = notices[0]?._id;
  useEffect(() => {
    if (newest !== undefined) read();
  }, [newest, read]);
  useLive((event) => {
    if (event.type === 'public-notice' && event['publicId'] === publicId) void found.refetch();
  });
  return (
    <Card inset="flush">
      <ListState
        list={found}
        isEmpty={notices.length === 0}
        skeleton={<PeopleSkeleton rows={5} avatar={48} />}
        empty={
          <EmptyState
            art="bell"
            text="Здесь пока что ничего нет"
            more="Когда кто-то подпишется, оценит или прокомментирует пост, вы узнаете об этом здесь."
          />
        }
      />
      <ul className={styles.rows}>
        {notices.map((notice) => {
          const { person } = notice;
          const place =
            notice.type === 'proposal'
              ? `/public/${publicId}?part=proposed`
              : notice.postID === null
                ? `/user/${person._id}`
                : `/publicpost/${notice.postID}`;
          return (
            <NoticeLine
              key={notice._id}
              who={{ id: person._id, src: mediaUrl('useravatars', person.avatarUrl, 160) }}
              mark={MARKS[notice.type]}
              sentence={communitySentence(notice.type, person)}
              to={place}
              date={notice.date}
              isNew={notice.isNew}
            />
          );
        })}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={2} avatar={48} />} />
    </Card>
  );
}
