import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { PersonLine } from '../person-line.tsx';
import type { Case } from '../api.ts';
import styles from '../rows.module.css';

/** Whose the reported object is, and what else is known about them. */
export function CaseOwner({ given }: { given: Case }) {
  const { owner, kind } = given;
  if (kind === 'game' || (kind === 'person' && !given.isOwnerSuspended && given.ownerReports < 2))
    return null;
  return (
    <div className={styles.facts}>
      {kind === 'person' ? null : (
        <>
          <span>Автор:</span>
          <PersonLine person={owner} instead="Удалённый пользователь" />
        </>
      )}
      {given.isOwnerSuspended ? (
        <span className={classNames(styles.mark, styles.bad)}>Заблокирован</span>
      ) : null}
      {given.ownerReports > 1 ? (
        <span>{counted(given.ownerReports, ['дело', 'дела', 'дел'])} об этом человеке</span>
      ) : null}
    </div>
  );
}
