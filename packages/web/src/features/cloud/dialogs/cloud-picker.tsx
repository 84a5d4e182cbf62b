import { useState } from 'react';
import { useSettled } from '#lib/network/settled.ts';
import type { CloudChoiceProps } from '#ui/files/cloud-choice.ts';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { IconArrowUp } from '#ui/icons.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { useFolder, useFolderPath, useFound, type Thing } from '../api.ts';
import { PickerRow } from './picker-row.tsx';
import styles from './move-dialog.module.css';

/** Chooses files from the member's cloud: by folders, or by a search in all of them. */
export function CloudPicker({ limit, onChoose, onClose }: CloudChoiceProps) {
  const [folder, setFolder] = useState('');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Thing[]>([]);
  const query = useSettled(typed.trim());
  const inFolder = useFolder(folder, 'name', 'asc');
  const found = useFound(query);
  const list = query === '' ? inFolder : found;
  const things = (list.data?.pages ?? []).flatMap((page): readonly Thing[] => page.files);
  const way = useFolderPath(folder).data;
  const parent = way?.at(-2);
  const isChosen = ({ _id }: Thing) => chosen.some((one) => one._id === _id);
  const toggle = (thing: Thing) =>
    setChosen(isChosen(thing) ? chosen.filter((one) => one._id !== thing._id) : [...chosen, thing]);
  const done = () => {
    onChoose(chosen.map(({ _id, name, size }) => ({ id: _id, title: name, bytes: size })));
    onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Файлы из облака"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={done}>
            {chosen.length === 0 ? 'Прикрепить' : `Прикрепить (${chosen.length})`}
          </Button>
        </>
      }
    >
      <SearchField
        label="Поиск в облаке"
        placeholder="Поиск в облаке"
        value={typed}
        onChange={setTyped}
      />
      <p className={styles.path}>
        {query === '' ? (folder === '' ? 'Облако' : (way?.at(-1)?.name ?? '')) : 'Найденное'}
      </p>
      <div className={styles.scroll} role="group" aria-label="Файлы">
        {query !== '' || parent === undefined ? null : (
          <button type="button" className={styles.folder} onClick={() => setFolder(parent.id)}>
            <IconArrowUp size={20} aria-hidden="true" />
            Назад, в «{parent.id === '' ? 'Облако' : parent.name}»
          </button>
        )}
        {list.isLoading ? <PeopleSkeleton rows={4} /> : null}
        {list.isError && things.length === 0 ? (
          <ErrorState small onRetry={() => void list.refetch()} />
        ) : null}
        {list.isSuccess && things.length === 0 ? (
          <EmptyState
            small
            art={query === '' ? 'folder' : 'search'}
            text={query === '' ? 'Здесь нет файлов' : 'Ничего не найдено'}
          />
        ) : null}
        {things.map((thing) => (
          <PickerRow
            key={thing._id}
            thing={thing}
            isChosen={isChosen(thing)}
            isFull={chosen.length >= limit}
            onToggle={() => toggle(thing)}
            onOpen={() => {
              setTyped('');
              setFolder(thing._id);
            }}
          />
        ))}
        <InfiniteList
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
    </Modal>
  );
}
