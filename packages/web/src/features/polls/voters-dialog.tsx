import { PeopleList } from '#ui/layout/people-list.tsx';
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
      <PeopleList list={list} people={people} empty="Этот вариант никто не выбрал" />
    </Modal>
  );
}
