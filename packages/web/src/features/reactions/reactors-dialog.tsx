import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { LIKE } from '@respa/contract/post-reactions';
import { count as formatCount } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { NAMES, useReactors, type Choice, type Reactable } from './emoji-api.ts';

/** Who reacted to a post or a photo: all, or those with one emoji. */
export function ReactorsDialog({ post, onClose }: { post: Reactable; onClose: () => void }) {
  const [tab, setTab] = useState<Choice | 'all'>('all');
  const list = useReactors(post._id, tab === 'all' ? null : tab);
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  const used = [...(post.likes > 0 ? [{ emoji: LIKE, count: post.likes }] : []), ...post.reactions];
  const tabs = [
    { value: 'all' as const, label: 'Все' },
    ...used.map(({ emoji, count }) => ({
      value: emoji as Choice,
      label: `${emoji} ${formatCount(count)}`,
    })),
  ];
  return (
    <Modal open onClose={onClose} title="Кто отреагировал" size="small">
      <Tabs label="Реакции" tabs={tabs} value={tab} onChange={setTab}>
        <ListState
          list={list}
          isEmpty={people.length === 0}
          skeleton={<PeopleSkeleton rows={3} />}
          empty={<EmptyState art="people" text="Здесь пока никого" />}
          small
        />
        <ul className={listStyles.rows}>
          {people.map(({ person, emoji }) => (
            <ListRow
              key={person._id}
              to={`/user/${person._id}`}
              picture={{
                id: person._id,
                src: mediaUrl('useravatars', person.avatarUrl, 160),
                online: person.isOnline,
              }}
              title={displayName(person)}
              isLine
            >
              <span role="img" aria-label={NAMES[emoji as Choice]}>
                {emoji}
              </span>
            </ListRow>
          ))}
        </ul>
        <MorePages list={list} skeleton={<PeopleSkeleton rows={2} />} />
      </Tabs>
    </Modal>
  );
}
