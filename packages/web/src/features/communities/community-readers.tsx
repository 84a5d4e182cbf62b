import { PersonRow } from '#features/people/parts.ts';
import { CopyLinkButton } from '#ui/forms/copy-link-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useSubscribes } from './api.ts';

/** Lists a community's followers. */
export function CommunityReaders({ publicId }: { publicId: string }) {
  const found = useSubscribes(publicId);
  const people = found.data?.pages.flatMap((page) => page.subscribers) ?? [];
  return (
    <Card inset="flush">
      <ListState
        list={found}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={
          <EmptyState
            art="people"
            text="Нет подписчиков"
            more="Отправьте ссылку на группу тем, кому она будет интересна."
            action={<CopyLinkButton path={`/public/${publicId}`} />}
          />
        }
      />
      <ul className={listStyles.rows}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
      </ul>
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
