import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { isId } from '#platform/ids.ts';
import * as queries from './queries.ts';

export { isOnline, streamClosed, streamOpened } from './presence.ts';
export { presentCard, presentHead, presentOwn, presentPerson, removedPerson } from './present.ts';
export {
  countFriendsMatching, deleteFriendship, deleteRefusals, deleteRequest, findFriendshipId, findRefusal, findRelation, findRelations, insertFriendship, insertRefusal,
  insertRequest, lockPair, pickFriends, type Relation,
} from './relations.ts';
export { addToCounter, findPerson, gatherCards, gatherPeople, lockPerson, pickMatching, updatePerson, type CardRow, type PersonRow } from './queries.ts';

/** The person whom somebody asks for. Throws `not_found` for unknown, not activated and malformed ids alike. */
export async function getPerson(ground: Ground, id: string): Promise<queries.PersonRow> {
  const row = isId(id) ? await queries.findPerson(ground.db, id) : undefined;
  if (row === undefined || !row.is_listed) throw fault('not_found');
  return row;
}

/** Keeps people in step with accounts. */
export function keepPeople(ground: Ground): void {
  ground.signals.on('accountCreated', async ({ tx, userId, name, surname, birthDate, country, city }) => {
    await queries.insertPerson(tx, { id: userId, name, surname, birth_date: birthDate, country, city });
  });
  ground.signals.on('accountActivated', async ({ tx, userId }) => void (await queries.setListed(tx, userId)));
}
