import { lazy, Suspense, useState } from 'react';
import { dateTime } from '#lib/text/format.ts';
import type { PostKind } from './versions-api.ts';
import styles from './edited-mark.module.css';

const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}));

/** The mark of an edited post; a press shows what it said before. */
export function EditedMark({ kind, id, edited }: { kind: PostKind; id: string; edited: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        title={dateTime(edited)}
        onClick={() => setOpen(true)}
      >
        изменено
      </button>
      {isOpen ? (
        <Suspense>
          <VersionsDialog kind={kind} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
