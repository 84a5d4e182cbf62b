import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/media.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { useVoters } from './api.ts';

/** Who chose an option of an open poll. */
export function VotersDialog({
  pollId,
  option,
  onClose,
}: {
  pollId: string;
  option: { _id: string; text: string };
  onClose: () => void;
}) {
  const list = useVoters(pollId, option._id);
  const people = list.data?.pages.flatMap(({ voters }) => voters) ?? [];
  return (
    <Modal open onClose={onClose} title={option.text} size="small">
      <ListState
        list={list}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={3} />}
        empty={<EmptyState art="people" text="Этот вариант никто не выбрал" />}
        small
      />
      <ul className={listStyles.rows}>
        {people.map(({ _id, person }) => (
          <ListRow
            key={_id}
            to={`/user/${person._id}`}
            picture={{
              id: person._id,
              src: mediaUrl('useravatars', person.avatarUrl, 160),
              online: person.isOnline,
            }}
            title={displayName(person)}
          />
        ))}
      </ul>
      <MorePages list={list} skeleton={<PeopleSkeleton rows={2} />} />
    </Modal>
  );
}
