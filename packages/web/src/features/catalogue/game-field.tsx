import { useDeferredValue, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { findGames, gameSearchKey, useGame, useMine } from './api.ts';
import { coverOf } from './words.ts';
import styles from './game-field.module.css';

const MOST = 5;
/**
 * A field for one game of the catalogue. Empty, it offers the games that the member plays; the
 * chosen game has a button that clears it.
 */
export function GameField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  return value === '' ? (
    <Search onChoose={onChange} />
  ) : (
    <Chosen id={value} onClear={() => onChange('')} />
  );
}

function Chosen({ id, onClear }: { id: string; onClear: () => void }) {
  const game = useGame(id);
  return (
    <div className={styles.chosen}>
      {game.data ? <Avatar id={id} src={coverOf(game.data)} size={32} /> : null}
      <span className={styles.name}>{game.data?.name ?? 'Игра'}</span>
      <IconButton size="small" label="Любая игра" icon={<IconX size={18} />} onClick={onClear} />
    </div>
  );
}

function Search({ onChoose }: { onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const mine = useMine('playing').data?.pages[0]?.games ?? [];
  const found = useQuery({
    queryKey: gameSearchKey(query),
    queryFn: ({ signal }) => findGames(query, MOST, signal),
    enabled: query !== '',
    placeholderData: (previous) => previous,
  });
  const offered = query === '' ? mine.slice(0, MOST) : (found.data ?? []);
  return (
    <div className={styles.search}>
      <TextField
        label="Игра"
        placeholder="Любая игра"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
      {offered.length === 0 ? null : (
        <ul className={styles.offered} aria-label={query === '' ? 'Мои игры' : 'Найденные игры'}>
          {offered.map((game) => (
            <li key={game._id}>
              <Button size="small" variant="soft" onClick={() => onChoose(game._id)}>
                {game.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && found.data?.length === 0 ? (
        <p className={styles.none} role="status">
          Такой игры в каталоге нет
        </p>
      ) : null}
    </div>
  );
}
