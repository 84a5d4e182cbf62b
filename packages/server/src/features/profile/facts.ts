import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { listShown } from '#features/catalogue/service.ts';
import { listShared } from '#features/communities/service.ts';
import * as people from '#features/people/service.ts';

const SHOWN = { games: 12, friends: 6, sharedGames: 6, communities: 6 };

/**
 * Returns the games of a person and what they have in common with the viewer. Nothing in common
 * with oneself. Throws `not_found`.
 */
export async function getFacts(context: AppContext, viewer: Viewer, id: string) {
  const [row, relation] = await Promise.all([
    people.getPerson(context, viewer.id, id),
    people.findRelation(context.db, viewer.id, id),
  ]);
  const isMine = id === viewer.id;
  const seesGames = isMine || people.admits(row.games_for, relation === 'friends');
  const [games, common] = await Promise.all([
    seesGames ? listShown(context, id, SHOWN.games) : { shown: [], count: 0 },
    isMine ? NOTHING : getCommon(context, viewer.id, row),
  ]);
  return { games: { isHidden: !seesGames, ...games }, common };
}

const NOTHING = {
  friends: [],
  friendsCount: 0,
  games: [],
  gamesCount: 0,
  city: '',
  communities: [],
  communitiesCount: 0,
};
async function getCommon(context: AppContext, viewerId: string, other: people.PersonRow) {
  const [me, mutual, games, shared] = await Promise.all([
    people.findPerson(context.db, viewerId),
    people.gatherMutual(context.db, viewerId, [other.id], SHOWN.friends),
    people.sharedGamesFor(context, viewerId, [other.id], SHOWN.sharedGames),
    listShared(context, viewerId, other.id, SHOWN.communities),
  ]);
  if (me === undefined) throw appError('not_signed_in');
  const { newest = [], count = 0 } = mutual.get(other.id) ?? {};
  return {
    friends: await people.presentCards(context, viewerId, newest),
    friendsCount: count,
    ...games(other.id),
    city:
      people.foldQuery(me.city) === people.foldQuery(other.city) && other.city !== ''
        ? other.city
        : '',
    ...shared,
  };
}
