import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { PersonRow } from '#features/people/parts.ts';
import { CopyLinkButton } from '#ui/forms/copy-link-button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { Menu } from '#ui/overlays/menu.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useSubscribes, type CommunityDetails } from '../api.ts';
import { useStaff } from './staff-api.ts';
import type { Person } from './person.ts';
import { BanWindow } from './ban-window.tsx';
import { useReaderActs } from './use-reader-acts.ts';

/** The followers of a community, with the staff's actions on each. */
export function ReadersCard({ community }: { community: CommunityDetails }) {
  const found = useSubscribes(community._id);
  const staff = useStaff(community._id);
  const { make, give } = useReaderActs(community._id);
  const [shut, setShut] = useState<Person | null>(null);
  const people = found.data?.pages.flatMap((page) => page.subscribers) ?? [];
  const runs = new Set([
    staff.data?.admin?._id,
    ...(staff.data?.editors.map(({ _id }) => _id) ?? []),
  ]);
  const isAdmin = community.role === 'admin';
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Подписчики" count={community.subscribersCount} />
      </div>
      <ListState
        list={found}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={3} avatar={52} />}
        empty={
          <EmptyState
            small
            art="people"
            text="Нет подписчиков"
            more="Отправьте ссылку на группу тем, кому она будет интересна."
            action={<CopyLinkButton path={`/public/${community._id}`} />}
          />
        }
        small
      />
      <ul className={listStyles.rows}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person}>
            {person._id === community.admin ? null : (
              <Menu
                label={`Действия: ${displayName(person)}`}
                items={[
                  isAdmin &&
                    !runs.has(person._id) && {
                      label: 'Сделать редактором',
                      onSelect: () => make(person),
                    },
                  isAdmin && { label: 'Передать группу', onSelect: () => void give(person) },
                  (isAdmin || !runs.has(person._id)) && {
                    label: 'Закрыть доступ',
                    danger: true,
                    apart: isAdmin,
                    onSelect: () => setShut(person),
                  },
                ]}
              />
            )}
          </PersonRow>
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={2} avatar={52} />} />
      {shut === null ? null : (
        <BanWindow community={community} person={shut} onClose={() => setShut(null)} />
      )}
    </Card>
  );
}
