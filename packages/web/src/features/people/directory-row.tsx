import { displayName } from '@respa/contract/characters';
import { useMyId } from '#lib/network/session.ts';
import { years } from '#lib/format.ts';
import { PersonRow } from './person-row.tsx';
import { RelationButton } from './relation-button.tsx';
import type { Entry } from './api.ts';

const relationOf = (entry: Entry) =>
  entry.isFriends
    ? 'friends'
    : entry.isIncoming
      ? 'incoming'
      : entry.isRequest
        ? 'request'
        : 'none';

/** A user, with a button for the relation to them. */
export function DirectoryRow({ person }: { person: Entry }) {
  const me = useMyId();
  return (
    <PersonRow
      person={person}
      text={[years(person.years), person.city].filter(Boolean).join(' · ')}
    >
      {person._id === me ? null : (
        <RelationButton
          id={person._id}
          name={displayName(person)}
          relation={relationOf(person)}
          size="small"
        />
      )}
    </PersonRow>
  );
}
