import { lazy, Suspense, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '#ui/forms/button.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Wall } from './post-list.tsx';
import styles from './own-wall.module.css';

const DraftList = lazy(async () => ({ default: (await import('./draft-list.tsx')).DraftList }));
const ScheduledList = lazy(async () => ({
  default: (await import('./draft-list.tsx')).ScheduledList,
}));
const TABS = [
  { value: 'posts', label: 'Посты' },
  { value: 'drafts', label: 'Черновики' },
  { value: 'scheduled', label: 'Отложенные' },
] as const;

/**
 * The wall of the member's own page: the published posts, and tabs with the drafts and the
 * scheduled posts.
 */
export function OwnWall({ userId }: { userId: string }) {
  const [address, setAddress] = useSearchParams();
  const tab = TABS.find(({ value }) => value === address.get('wall'))?.value ?? 'posts';
  const show = (value: (typeof TABS)[number]['value']) =>
    setAddress(value === 'posts' ? {} : { wall: value }, { replace: true });
  const place = useRef<HTMLDivElement>(null);
  const showPublished = () => {
    show('posts');
    place.current?.querySelector<HTMLElement>('[role="tab"]')?.focus();
  };
  return (
    <div ref={place}>
      <Tabs label="Стена" tabs={TABS} value={tab} onChange={show}>
        <div className={styles.list}>
          {tab === 'scheduled' ? (
            <Suspense fallback={<PostsSkeleton posts={1} picture={false} />}>
              <ScheduledList onPublished={showPublished} />
            </Suspense>
          ) : tab === 'drafts' ? (
            <Suspense fallback={<PostsSkeleton posts={1} picture={false} />}>
              <DraftList onPublished={showPublished} />
            </Suspense>
          ) : (
            <Wall
              userId={userId}
              action={
                <ButtonLink to="/createpost" variant="primary">
                  Написать пост
                </ButtonLink>
              }
            />
          )}
        </div>
      </Tabs>
    </div>
  );
}
