import { GameField } from '#features/catalogue/parts.ts';
import { WriteIcon } from '#features/chats/parts.ts';
import { PeopleFilters, type usePeopleFilters, type WriteSlot } from '#features/people/parts.ts';
import { useMe } from '#features/profile/parts.ts';

/** The button to write to a person of a list. */
export const writeTo: WriteSlot = ({ id, name }) => <WriteIcon id={id} name={name} />;

/** The filters of a list of people, with a field for a game of the catalogue. */
export function FilterFields({ filters }: { filters: ReturnType<typeof usePeopleFilters> }) {
  const me = useMe().data?.user;
  return (
    <PeopleFilters
      filters={filters}
      game={<GameField value={filters.filter.game} onChange={filters.setGame} />}
      ownCity={me?.city ?? ''}
    />
  );
}
