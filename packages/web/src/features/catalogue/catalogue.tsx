import { useDeferredValue, useState, type ReactNode } from 'react';
import { GAME_SORTS, type GameSort } from '@respa/contract/catalogue';
import { useAddressParams } from '#lib/navigation/address-params.ts';
import { FoundCount } from '#ui/feedback/found-count.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useGames } from './api.ts';
import { Filters } from './filters.tsx';
import { GameTiles } from './game-tiles.tsx';
import styles from './games-list.module.css';
import { gamesOf, SORT_WORDS } from './words.ts';

const listOf = (input: string | null): string[] =>
  (input ?? '').split(',').filter((word) => word !== '');

/**
 * The whole catalogue with search, order and filters, which are stored in the address. `base` is
 * the path of a game's page.
 */
export function Catalogue({ base, action }: { base: string; action?: ReactNode }) {
  const { address, put } = useAddressParams();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const q = useDeferredValue(typed.trim());
  const sort: GameSort = GAME_SORTS.find((one) => one === address.get('sort')) ?? 'new';
  const [including, excluding] = [listOf(address.get('with')), listOf(address.get('without'))];
  const found = useGames({ q, sort, including, excluding });
  const games = found.data?.pages.flatMap((page) => page.games) ?? [];
  const isAll = q === '' && including.length + excluding.length === 0;
  const clear = () => {
    setTyped('');
    put({ q: '', with: '', without: '' });
  };
  return (
    <div className={styles.catalogue}>
      <div className={styles.search} role="search">
        <SearchField
          label="Поиск игр"
          placeholder="Название или описание"
          value={typed}
          onChange={(value) => {
            setTyped(value);
            put({ q: value.trim() });
          }}
        />
        <Select
          label="Порядок"
          hideLabel
          value={sort}
          options={GAME_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))}
          onChange={(value) => put({ sort: value === 'new' ? '' : value })}
        />
      </div>
      <Filters
        including={including}
        excluding={excluding}
        onChange={(next) => put({ with: next.including.join(), without: next.excluding.join() })}
      />
      <FoundCount
        className={styles.found}
        total={found.data?.pages[0]?.count ?? undefined}
        words={gamesOf}
        isAll={isAll}
      />
      {found.isSuccess && games.length === 0 ? (
        <NoGames isAll={isAll} action={action} onClear={clear} />
      ) : (
        <GameTiles list={found} games={games} base={base} />
      )}
    </div>
  );
}
type NoGamesProps = { isAll: boolean; action: ReactNode; onClear: () => void };
/** In place of the tiles: the catalogue is empty, or nothing matches. */
function NoGames({ isAll, action, onClear }: NoGamesProps) {
  if (isAll) return <EmptyState art="post" text="Здесь пока что ничего нет" action={action} />;
  return (
    <EmptyState
      art="search"
      text="Ничего не нашли"
      more="Уберите часть меток или попробуйте другое слово."
      action={<Button onClick={onClear}>Сбросить поиск</Button>}
    />
  );
}
