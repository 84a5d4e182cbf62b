import { displayName } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { CommunityDetails } from '../api.ts';
import { useBan } from './staff-api.ts';
import styles from './staff-cards.module.css';
import type { Person } from './person.ts';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The window that bans a person from a community, with an optional reason. */
export function BanWindow({
  community,
  person,
  onClose,
}: {
  community: CommunityDetails;
  person: Person;
  onClose: () => void;
}) {
  const [reason, setReason, forget] = useKeptState(`ban.${community._id}.${person._id}`, '');
  const ban = useBan(community._id);
  const send = () =>
    ban.mutate(
      { userId: person._id, reason },
      {
        onSuccess: () => {
          forget();
          showToast(`${displayName(person)}: доступ закрыт`);
          onClose();
        },
        onError,
      },
    );
  return (
    <Modal
      open
      onClose={onClose}
      title={`Закрыть доступ: ${displayName(person)}`}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="danger" busy={ban.isPending} onClick={send}>
            Закрыть доступ
          </Button>
        </>
      }
    >
      <p className={styles.helpText}>
        Подписка закончится, комментировать и предлагать посты здесь будет нельзя. Читать группу
        по-прежнему можно.
      </p>
      <TextField
        label="Причина"
        placeholder="По желанию, видят только редакторы"
        maxLength={LENGTHS.about}
        value={reason}
        onChange={setReason}
      />
    </Modal>
  );
}
