import { useDeferredValue, useState, type ReactNode } from 'react';
import { IconSearch } from '#ui/icons.ts';
import { useSearchParams } from 'react-router';
import { GAME_SORTS, STATUSES, type GameSort, type GameStatus } from '@respa/contract/catalogue';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useGames, useMine, type Card } from './api.ts';
import { Filters } from './filters.tsx';
import { GameTile } from './game-tile.tsx';
import styles from './games-list.module.css';
import { gamesOf, SORT_WORDS, STATUS_WORDS } from './words.ts';

const listOf = (input: string | null): string[] =>
  (input ?? '').split(',').filter((word) => word !== '');

/**
 * The whole catalogue with search, order and filters, which are stored in the address. `base` is
 * the path of a game's page.
 */
export function Catalogue({ base, action }: { base: string; action?: ReactNode }) {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const q = useDeferredValue(typed.trim());
  const sort: GameSort = GAME_SORTS.find((one) => one === address.get('sort')) ?? 'new';
  const [including, excluding] = [listOf(address.get('with')), listOf(address.get('without'))];
  const put = (change: Record<string, string>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const found = useGames({ q, sort, including, excluding });
  const games = found.data?.pages.flatMap((page) => page.games) ?? [];
  const isAll = q === '' && including.length + excluding.length === 0;
  return (
    <div className={styles.catalogue}>
      <div className={styles.search} role="search">
        <TextField
          label="Поиск игр"
          hideLabel
          type="search"
          placeholder="Название или описание"
          icon={<IconSearch aria-hidden="true" />}
          value={typed}
          maxLength={100}
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
      <p className={styles.found} role="status">
        {found.data
          ? `${isAll ? 'Всего' : 'Найдено'}: ${gamesOf(found.data.pages[0]?.count ?? 0)}`
          : '\u00a0'}
      </p>
      {found.isSuccess && games.length === 0 ? (
        isAll ? (
          <EmptyState art="post" text="Здесь пока что ничего нет" action={action} />
        ) : (
          <EmptyState
            art="search"
            text="Ничего не нашли"
            more="Уберите часть меток или попробуйте другое слово."
            action={
              <Button
                onClick={() => {
                  setTyped('');
                  put({ q: '', with: '', without: '' });
                }}
              >
                Сбросить поиск
              </Button>
            }
          />
        )
      ) : (
        <Tiles list={found} games={games} base={base} />
      )}
    </div>
  );
}
/** Lists the member's own games by status. */
export function OwnGames() {
  const [address, setAddress] = useSearchParams();
  const status: GameStatus = STATUSES.find((one) => one === address.get('status')) ?? 'playing';
  return (
    <div className={styles.catalogue}>
      <Tabs
        label="Мои игры"
        tabs={(['playing', 'want', 'finished', 'dropped'] as const).map((value) => ({
          value,
          label: STATUS_WORDS[value],
        }))}
        value={status}
        onChange={(value) =>
          setAddress(
            { part: 'mine', ...(value === 'playing' ? {} : { status: value }) },
            { replace: true },
          )
        }
      >
        <Marked key={status} status={status} />
      </Tabs>
    </div>
  );
}
function Marked({ status }: { status: GameStatus }) {
  const found = useMine(status);
  const games = found.data?.pages.flatMap((page) => page.games) ?? [];
  if (found.isSuccess && games.length === 0)
    return (
      <EmptyState
        art="post"
        text="Здесь пока что ничего нет"
        more={`Откройте игру и отметьте: «${STATUS_WORDS[status]}».`}
        action={<ButtonLink to="/games">К каталогу</ButtonLink>}
      />
    );
  return <Tiles list={found} games={games} base="/app" />;
}
type List = Pick<
  ReturnType<typeof useGames>,
  'isPending' | 'isError' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'hasNextPage'
> & { refetch: () => unknown; fetchNextPage: () => unknown };
function Tiles({ list, games, base }: { list: List; games: Card[]; base: string }) {
  return (
    <>
      {list.isPending ? <TilesSkeleton tiles={8} ratio="3 / 4" /> : null}
      {list.isError && games.length === 0 ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : null}
      <ul className={styles.tiles}>
        {games.map((game) => (
          <GameTile key={game._id} game={game} base={base} />
        ))}
      </ul>
      <MorePages found={list} skeleton={<TilesSkeleton tiles={4} ratio="3 / 4" />} />
    </>
  );
}
