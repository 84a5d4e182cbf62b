import { useState } from 'react';
import { LIKE } from '@respa/contract/post-reactions';
import { count as formatCount } from '#lib/text/format.ts';
import { PeopleList } from '#ui/layout/people-list.tsx';
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
        <PeopleList
          list={list}
          people={people.map(({ person, emoji }) => ({
            person,
            end: (
              <span role="img" aria-label={NAMES[emoji as Choice]}>
                {emoji}
              </span>
            ),
          }))}
          empty="Здесь пока никого"
        />
      </Tabs>
    </Modal>
  );
}
