import { years } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { mutualWords } from './mutual-words.ts';
import { PersonRow } from './person-row.tsx';
import { RowActions, type WriteSlot } from './row-actions.tsx';
import type { Entry } from './api.ts';

/**
 * A user with the mutual friends, and what the viewer can do. `write` is the button to write. The
 * buttons of a request leave little room: there the mutual friends come first.
 */
export function DirectoryRow({
  person,
  write,
  hasReject = false,
  areFriends = false,
}: {
  person: Entry;
  write: WriteSlot;
  hasReject?: boolean;
  areFriends?: boolean;
}) {
  const me = useMyId();
  const mutual = person.mutual === undefined ? '' : mutualWords(person.mutual);
  const facts = [years(person.years), person.city];
  return (
    <PersonRow
      person={person}
      isLine
      text={(hasReject ? [mutual, ...facts] : [...facts, mutual]).filter(Boolean).join(' · ')}
    >
      {person._id === me ? null : (
        <RowActions person={person} write={write} hasReject={hasReject} areFriends={areFriends} />
      )}
    </PersonRow>
  );
}
