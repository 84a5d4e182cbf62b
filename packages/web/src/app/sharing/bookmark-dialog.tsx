import { useEffect, useRef, useState } from 'react';
import type { BookmarkedKind } from '@respa/contract/bookmarks';
import {
  FolderDialog,
  useBookmark,
  useFolders,
  usePutBookmark,
  useRemoveBookmark,
} from '#features/bookmarks/parts.ts';
import type { Ref } from '#features/sharing/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { IconFolderPlus, IconTrash } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './sharing.module.css';

/** Bookmarks an object at once, and then asks in which folder, or removes the bookmark. */
export function BookmarkDialog({ of, onClose }: { of: Ref; onClose: () => void }) {
  const target = { kind: of.kind as BookmarkedKind, id: of.id };
  const state = useBookmark(target);
  const folders = useFolders();
  const put = usePutBookmark();
  const remove = useRemoveBookmark();
  const [isNaming, setNaming] = useState(false);
  const isAdded = useRef(false);
  const isMissing = state.data?.bookmarked === false;
  useEffect(() => {
    if (!isMissing || isAdded.current) return;
    isAdded.current = true;
    put.mutate({ of: target });
  });
  const error = state.error ?? put.error ?? remove.error;
  const move = (folder: string) =>
    put.mutate({ of: target, folder: folder === 'none' ? null : folder });
  const drop = () =>
    remove.mutate(target, {
      onSuccess: () => {
        onClose();
        showToast('Убрано из закладок');
      },
    });
  if (isNaming)
    return <FolderDialog folder={null} onClose={() => setNaming(false)} onCreated={move} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={isAdded.current || isMissing ? 'Добавлено в закладки' : 'Уже в закладках'}
      size="small"
      actions={
        <Button variant="primary" busy={put.isPending} onClick={onClose}>
          Готово
        </Button>
      }
    >
      <div className={styles.fields}>
        {state.isError ? <ErrorState small onRetry={() => void state.refetch()} /> : null}
        <Select
          label="Папка"
          value={state.data?.folder ?? 'none'}
          options={[
            { value: 'none', label: 'Без папки' },
            ...(folders.data?.folders ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={move}
        />
        <div className={styles.end}>
          <Button
            size="small"
            icon={<IconFolderPlus size={18} aria-hidden="true" />}
            onClick={() => setNaming(true)}
          >
            Новая папка
          </Button>
          <Button
            size="small"
            icon={<IconTrash size={18} aria-hidden="true" />}
            busy={remove.isPending}
            onClick={drop}
          >
            Убрать
          </Button>
        </div>
        {error ? (
          <p className={styles.error} role="alert">
            {sentenceOf(error)}
          </p>
        ) : null}
      </div>
    </Modal>
  );
}
