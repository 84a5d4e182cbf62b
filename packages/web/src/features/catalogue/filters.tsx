import { useState } from 'react';
import { IconX } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { useLabels } from './api.ts';
import { FilterChip } from './filter-chip.tsx';
import styles from './filters.module.css';

const SHOWN = 8;
export type Chosen = { including: readonly string[]; excluding: readonly string[] };
const without = (list: readonly string[], name: string) => list.filter((one) => one !== name);

/** Genres and tags: the first press requires one, the second excludes it, the third clears it. */
export function Filters({
  including,
  excluding,
  onChange,
}: Chosen & { onChange: (chosen: Chosen) => void }) {
  const list = useLabels();
  const labels = list.data ?? [];
  const [isWhole, setWhole] = useState(false);
  const chosen = [...including, ...excluding];
  // A label from the address may belong to no game.
  const all = [
    ...labels,
    ...chosen
      .filter((name) => !labels.some((label) => label.name === name))
      .map((name) => ({ name, isGenre: false, games: 0 })),
  ];
  const shown = isWhole
    ? all
    : all.filter(({ name }, index) => index < SHOWN || chosen.includes(name));
  if (list.isPending) return <div className={styles.place} aria-hidden="true" />;
  if (all.length === 0) return null;
  const turn = (name: string) => {
    if (including.includes(name))
      onChange({ including: without(including, name), excluding: [...excluding, name] });
    else if (excluding.includes(name)) onChange({ including, excluding: without(excluding, name) });
    else onChange({ including: [...including, name], excluding });
  };
  return (
    <div className={styles.row} data-strip role="group" aria-label="Жанры и метки">
      {shown.map((label) => (
        <FilterChip
          key={label.name}
          label={label}
          isIn={including.includes(label.name)}
          isOut={excluding.includes(label.name)}
          onTurn={() => turn(label.name)}
        />
      ))}
      {all.length > SHOWN ? (
        <Button
          size="small"
          variant="plain"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Свернуть' : `Ещё ${all.length - shown.length}`}
        </Button>
      ) : null}
      {chosen.length > 0 ? (
        <Button
          size="small"
          variant="plain"
          icon={<IconX aria-hidden="true" />}
          onClick={() => onChange({ including: [], excluding: [] })}
        >
          Сбросить
        </Button>
      ) : null}
    </div>
  );
}
