import type { ReactNode } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import type { PeopleFilters as Filters } from './use-people-filters.ts';

/**
 * The filters of a list of people. `game` is the field for a game; `ownCity` is offered as a
 * shortcut.
 */
export function PeopleFilters({
  filters: { filter, city, chosen, setOnline, reset },
  game,
  ownCity,
}: {
  filters: Filters;
  game: ReactNode;
  ownCity: string;
}) {
  return (
    <Stack>
      <Switch label="Сейчас в сети" checked={filter.isOnline} onChange={setOnline} />
      {game}
      <TextField
        label="Город"
        placeholder="Любой город"
        autoComplete="off"
        maxLength={LENGTHS.place}
        value={city.typed}
        onChange={city.setTyped}
      />
      {ownCity === '' || city.typed.trim() === ownCity ? null : (
        <Button size="small" variant="soft" onClick={() => city.setTyped(ownCity)}>
          Мой город: {ownCity}
        </Button>
      )}
      {chosen === 0 ? null : (
        <Button size="small" onClick={reset}>
          Сбросить фильтры
        </Button>
      )}
    </Stack>
  );
}
