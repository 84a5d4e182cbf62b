import { useSearchParams } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { CopyLinkButton } from '#ui/forms/copy-link-button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Link } from 'react-router';
import { useFirstSubscribers, type CommunityDetails } from './api.ts';
import { Articles, Waiting } from './articles/article-list.tsx';
import styles from './community-page.module.css';

/** The newest followers of a community. */
export function SubscribersBlock({ community }: { community: CommunityDetails }) {
  const found = useFirstSubscribers(community._id);
  return (
    <Card>
      <CardHead
        title="Подписчики"
        count={community.subscribersCount}
        {...(community.subscribersCount > 0
          ? { to: `/subscribes/${community._id}?of=public` }
          : {})}
      />
      {found.isPending ? <PeopleSkeleton rows={2} /> : null}
      {found.isError && !found.data ? (
        <ErrorState small onRetry={() => void found.refetch()} />
      ) : null}
      {found.data?.length === 0 ? (
        <EmptyState
          small
          art="people"
          text="Нет подписчиков"
          more="Отправьте ссылку на группу тем, кому она будет интересна."
          action={<CopyLinkButton path={`/public/${community._id}`} />}
        />
      ) : null}
      <ul className={styles.readers}>
        {found.data?.map((person) => (
          <li key={person._id}>
            <Link to={`/user/${person._id}`} className={styles.reader} title={displayName(person)}>
              <Avatar
                id={person._id}
                src={mediaUrl('useravatars', person.avatarUrl, 160)}
                size={56}
                online={person.isOnline}
              />
              <span className={styles.name}>{person.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const PARTS = ['posts', 'proposed', 'scheduled'] as const;
/**
 * The articles of a community; for its staff also the waiting ones, and for a follower their own
 * proposals.
 */
export function CommunityWall({ community }: { community: CommunityDetails }) {
  const [address, setAddress] = useSearchParams();
  const isStaff = community.role === 'admin' || community.role === 'editor';
  const tabs = [
    { value: 'posts' as const, label: 'Посты' },
    ...(isStaff || community.proposed > 0
      ? [
          {
            value: 'proposed' as const,
            label: isStaff ? 'Предложенные' : 'Мои предложения',
            count: community.proposed,
          },
        ]
      : []),
    ...(isStaff
      ? [{ value: 'scheduled' as const, label: 'Отложенные', count: community.scheduled }]
      : []),
  ];
  const part =
    PARTS.find((one) => one === address.get('part') && tabs.some(({ value }) => value === one)) ??
    'posts';
  const first = isStaff ? (
    <ButtonLink to={`/createpublicpost/${community._id}`} variant="primary">
      Написать первый
    </ButtonLink>
  ) : undefined;
  const content =
    part === 'posts' ? (
      <Articles publicId={community._id} action={first} />
    ) : (
      <Waiting publicId={community._id} state={part} />
    );
  if (tabs.length === 1) return content;
  return (
    <div>
      <Tabs
        label="Посты группы"
        tabs={tabs}
        value={part}
        onChange={(value) =>
          setAddress(value === 'posts' ? {} : { part: value }, { replace: true })
        }
      >
        <Stack>{content}</Stack>
      </Tabs>
    </div>
  );
}
