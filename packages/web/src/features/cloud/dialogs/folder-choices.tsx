import { IconArrowUp, IconFolder } from '#ui/icons.ts';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import type { Thing, useFolder } from '../api.ts';
import styles from './move-dialog.module.css';

type FolderChoicesProps = {
  list: ReturnType<typeof useFolder>;
  /** The folder around the open one; undefined at the top. */
  parent: { id: string; name: string } | undefined;
  folders: readonly Thing[];
  /** Nothing is loaded, not even files. */
  isEmpty: boolean;
  onOpen: (id: string) => void;
};
/** The folders in the open folder, and the way back. */
export function FolderChoices({ list, parent, folders, isEmpty, onOpen }: FolderChoicesProps) {
  return (
    <>
      {parent === undefined ? null : (
        <button type="button" className={styles.folder} onClick={() => onOpen(parent.id)}>
          <IconArrowUp size={20} aria-hidden="true" />
          Назад, в «{parent.id === '' ? 'Облако' : parent.name}»
        </button>
      )}
      {list.isPending ? <PeopleSkeleton rows={3} /> : null}
      {list.isError && isEmpty ? <ErrorState small onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && folders.length === 0 ? (
        <EmptyState small art="folder" text="Здесь нет папок" />
      ) : null}
      {folders.map((one) => (
        <button
          key={one._id}
          type="button"
          className={styles.folder}
          onClick={() => onOpen(one._id)}
        >
          <IconFolder size={20} aria-hidden="true" />
          {one.name}
        </button>
      ))}
    </>
  );
}
