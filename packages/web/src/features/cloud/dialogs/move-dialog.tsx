import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { FolderChoices } from './folder-choices.tsx';
import { useFolder, useFolderPath, useMove, type Thing } from '../api.ts';
import styles from './move-dialog.module.css';

/** Chooses an item's new folder: the user opens folders and moves the item into the open one. */
export function MoveDialog({ thing, onClose }: { thing: Thing; onClose: () => void }) {
  const [folder, setFolder] = useState(thing.folder.id);
  const list = useFolder(folder, 'name', 'asc');
  const way = useFolderPath(folder);
  const move = useMove();
  const things = list.data?.pages.flatMap((page) => page.files) ?? [];
  const folders = things.filter((one) => one.type === 'folder' && one._id !== thing._id);
  const isOver = things.length > 0 && things.at(-1)?.type !== 'folder';
  const parent = way.data?.at(-2);
  const here = folder === '' ? 'Облако' : (way.data?.at(-1)?.name ?? '');
  return (
    <Modal
      open
      onClose={onClose}
      title={`Переместить «${thing.name}»`}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            busy={move.isPending}
            disabled={folder === thing.folder.id}
            onClick={() => move.mutate({ id: thing._id, folderId: folder }, { onSuccess: onClose })}
          >
            Переместить сюда
          </Button>
        </>
      }
    >
      <p className={styles.here}>{here}</p>
      <div className={styles.scroll}>
        <FolderChoices
          list={list}
          parent={parent}
          folders={folders}
          isEmpty={things.length === 0}
          onOpen={setFolder}
        />
        <InfiniteList
          hasMore={list.hasNextPage && !isOver}
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
      {move.error ? (
        <p className={styles.error} role="alert">
          {sentenceOf(move.error)}
        </p>
      ) : null}
    </Modal>
  );
}
