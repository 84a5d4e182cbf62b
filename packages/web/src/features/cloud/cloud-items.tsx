import type { ReactNode } from 'react';
import { ListState } from '#ui/feedback/list-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { useThings } from './use-things.ts';
import type { Choice } from './view-choice.ts';
import { UploadButton } from './cloud-head.tsx';
import type { Dropped } from './uploads/dropped-entries.ts';
import { Crumbs } from './crumbs.tsx';
import { ItemsView } from './items-view.tsx';
import type { Thing } from './api.ts';
import styles from './cloud-screen.module.css';

type CloudItemsProps = Pick<ReturnType<typeof useThings>, 'source' | 'things'> & {
  folder: string;
  query: string;
  look: Choice['look'];
  shownId: string | null;
  onAdd: (files: Dropped[]) => void;
  /** Ends the search. */
  onClear: () => void;
};
/** The files and folders of a folder, or those that were found. */
export function CloudItems(props: CloudItemsProps) {
  const { folder, query, source, things, look, shownId, onAdd, onClear } = props;
  return (
    <Card>
      {query === '' ? (
        <Crumbs folder={folder} />
      ) : (
        <p className={styles.found}>Найдено во всём облаке</p>
      )}
      <ListState
        list={source}
        isEmpty={things.length === 0}
        skeleton={<TilesSkeleton tiles={8} ratio="4 / 3" />}
        empty={<Empty isSearch={query !== ''} onAdd={onAdd} onClear={onClear} />}
      />
      {things.length > 0 ? (
        <ItemsView
          key={`${folder} ${query}`}
          things={things}
          look={look}
          shownId={shownId}
          label="Файлы и папки"
          hasMore={source.hasNextPage}
          isLoading={source.isFetchingNextPage}
          isFailed={source.isFetchNextPageError}
          onMore={() => void source.fetchNextPage()}
          {...(query === ''
            ? {}
            : {
                where: (thing: Thing) => (thing.folder.id === '' ? 'Облако' : thing.folder.name),
              })}
        />
      ) : null}
    </Card>
  );
}

type EmptyProps = Pick<CloudItemsProps, 'onAdd' | 'onClear'> & { isSearch: boolean };
function Empty({ isSearch, onAdd, onClear }: EmptyProps): ReactNode {
  if (isSearch)
    return (
      <EmptyState
        art="search"
        text="Ничего не нашли"
        more="Ищем по именам файлов и папок."
        action={<Button onClick={onClear}>Сбросить поиск</Button>}
      />
    );
  return (
    <EmptyState
      art="folder"
      text="Здесь пока пусто"
      more="Перетащите сюда файлы или целую папку."
      action={<UploadButton onAdd={onAdd}>Выбрать файлы</UploadButton>}
    />
  );
}
