import { STATUSES, type GameStatus } from '@respa/contract/catalogue';
import { useAddressParams } from '#lib/navigation/address-params.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { useMine } from './api.ts';
import { GameTiles } from './game-tiles.tsx';
import styles from './games-list.module.css';
import { STATUS_WORDS } from './words.ts';

/** Lists the member's own games by status. */
export function OwnGames() {
  const { address, set } = useAddressParams();
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
          set({ part: 'mine', ...(value === 'playing' ? {} : { status: value }) })
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
  return <GameTiles list={found} games={games} base="/app" />;
}
