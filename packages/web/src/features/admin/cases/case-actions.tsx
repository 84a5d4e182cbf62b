import { displayName } from '@respa/contract/characters';
import { Button } from '#ui/forms/button.tsx';
import type { Case } from '../api.ts';
import styles from '../rows.module.css';

type CaseActionsProps = {
  given: Case;
  title: string;
  busy: boolean;
  onKeep: () => void;
  onDecide: (decision: 'take' | 'suspend') => void;
};
/** The decisions about a reported object. */
export function CaseActions({ given, title, busy, onKeep, onDecide }: CaseActionsProps) {
  const { owner, kind } = given;
  return (
    <div className={styles.acts}>
      <Button size="small" busy={busy} onClick={onKeep} aria-label={`Оставить: ${title}`}>
        Оставить
      </Button>
      {given.mayTakeDown ? (
        <Button
          size="small"
          variant="danger"
          onClick={() => onDecide('take')}
          aria-label={`Удалить: ${title}`}
        >
          Удалить
        </Button>
      ) : null}
      {owner === null || given.isOwnerSuspended ? null : (
        <Button
          size="small"
          variant="danger"
          onClick={() => onDecide('suspend')}
          aria-label={`${kind === 'person' ? 'Заблокировать' : 'Заблокировать автора'}: ${displayName(owner)}`}
        >
          {kind === 'person' ? 'Заблокировать' : 'Заблокировать автора'}
        </Button>
      )}
    </div>
  );
}
