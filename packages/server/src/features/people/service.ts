import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import * as queries from './queries.ts';
import { deleteFriendData } from './relations.ts';

export { presentCards } from './cards.ts';
export { presentEntries } from './directory.ts';
export { countFilteredFriends, pickFilteredFriends } from './filter-queries.ts';
export { readFilter, type FilterInput } from './filters.ts';
export { gatherNames } from './export.ts';
export {
  countBlocked,
  findBlockers,
  findBlockState,
  findMuters,
  type BlockState,
} from './blocks.ts';
export {
  isOnline,
  keepDepartures,
  presenceChannels,
  streamClosed,
  streamOpened,
  notifyReturn,
} from './presence.ts';
export { admits, admitsToWall, maySee, maySeeOf, presenceFor, showsPresence } from './privacy.ts';
export { presentCard, presentHead, presentOwn, presentPerson, removedPerson } from './present.ts';
export {
  countFriendsMatching,
  deleteFriendship,
  deleteRefusals,
  deleteRequest,
  findFriendshipId,
  findRefusal,
  findRelation,
  findRelations,
  insertFriendship,
  insertRefusal,
  insertRequest,
  lockPair,
  countRequests,
  pickFriends,
  pickRequests,
  type Direction,
  type Relation,
} from './relations.ts';
export { foldQuery, isShort } from './search.ts';
export { namedIn, parseMentions, readDescribed, readNamed, type MentionItem } from './mentions.ts';
export { gatherMutual } from './suggestions/mutual-queries.ts';
export { listSuggested, sharedGamesFor } from './suggestions/suggestions.ts';
export {
  addToCounter,
  cardAs,
  findPerson,
  findPersonFor,
  gatherCards,
  gatherPeople,
  lockPerson,
  pickOpenWalls,
  updatePerson,
  type CardRow,
  type PersonRow,
} from './queries.ts';
export { pickListed, pickMatching } from './directory-queries.ts';

/**
 * Returns the person with an id. Throws `not_found` alike for malformed and unknown ids, for people
 * who are not activated and for people who block the viewer.
 */
export async function getPerson(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<queries.PersonRow> {
  const row = isId(id) ? await queries.findPersonFor(context.db, id, viewerId) : undefined;
  if (row === undefined) throw appError('not_found');
  return row;
}

/** Keeps people in sync with accounts. */
export function syncPeopleWithAccounts(context: AppContext): void {
  context.account.findName = async (db, userId) => {
    const row = await queries.findPerson(db, userId);
    return row === undefined ? '' : `${row.name} ${row.surname}`;
  };
  context.signals.on(
    'accountCreated',
    async ({ tx, userId, name, surname, birthDate, country, city }) => {
      await queries.insertPerson(tx, {
        id: userId,
        name,
        surname,
        birth_date: birthDate,
        country,
        city,
      });
    },
  );
  context.signals.on('accountErased', ({ tx, userId }) => deleteFriendData(tx, userId));
  context.signals.on(
    'accountActivated',
    async ({ tx, userId }) => void (await queries.setListed(tx, userId)),
  );
}
