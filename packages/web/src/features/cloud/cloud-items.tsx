import type { ReactNode } from 'react';
import { ListState } from '#ui/feedback/list-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { useThings } from './use-things.ts';
import type { Choice } from './view-choice.ts';
import { Crumbs } from './crumbs.tsx';
import { ItemsView } from './items-view.tsx';
import type { Thing } from './api.ts';
import styles from './cloud-screen.module.css';

type CloudItemsProps = Pick<ReturnType<typeof useThings>, 'source' | 'things'> & {
  folder: string;
  query: string;
  look: Choice['look'];
  shownId: string | null;
};
/** The files and folders of a folder, or those that were found. */
export function CloudItems({ folder, query, source, things, look, shownId }: CloudItemsProps) {
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
        empty={<Empty isSearch={query !== ''} />}
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

function Empty({ isSearch }: { isSearch: boolean }): ReactNode {
  if (isSearch) return <EmptyState art="search" text="Ничего не нашли" />;
  return (
    <EmptyState
      art="folder"
      text="Здесь пока пусто"
      more="Перетащите сюда файлы или целую папку."
    />
  );
}
