import { PAGE_SIZES, PEOPLE } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import * as people from '#features/people/service.ts';
import { bounds, readPage } from '#platform/database/paging.ts';

type Asked = {
  page?: number;
  limit?: number;
  q?: string;
  before?: string;
} & people.FilterInput;
/** Among how many friends a filter looks for those who are online. */
const MOST_FRIENDS = 5_000;

/**
 * Returns friends of a person, newest first; none, and `hidden`, if the viewer may not see them.
 * `before` is the id of the last friend that the caller has seen. A page that is no longer than
 * `PAGE_SIZES.friends` has the mutual friends too. Throws `not_found`.
 */
export async function listFriends(
  context: AppContext,
  viewer: Viewer,
  userId: string,
  input: Asked,
) {
  const person = await people.getPerson(context, viewer.id, userId);
  if (!(await people.maySee(context, viewer.id, person, 'friends')))
    return { friends: [], count: 0, isLast: true, hidden: true };
  const { limit, skip } = bounds(input);
  const before =
    input.before === undefined
      ? undefined
      : await people.findFriendshipId(context.db, userId, input.before);
  const filter = await readFilter(context, userId, input);
  const [{ rows: ids, isLast }, count] = await Promise.all([
    readPage(limit, async (most) =>
      filter === undefined
        ? (
            await people.pickFriends(context.db, userId, {
              limit: most,
              skip,
              ...(before === undefined ? {} : { before }),
              ...(input.q === undefined ? {} : { matching: input.q }),
            })
          ).map((row) => row.friend_id)
        : people.pickFilteredFriends(context.db, userId, viewer.id, filter, {
            before,
            skip,
            limit: most,
          }),
    ),
    filter !== undefined
      ? people.countFilteredFriends(context.db, userId, viewer.id, filter)
      : input.q === undefined
        ? person.friends_count
        : people.countFriendsMatching(context.db, userId, input.q),
  ]);
  return {
    friends: await presentVisible(context, viewer, ids, limit <= PAGE_SIZES.friends),
    hidden: false,
    count,
    isLast,
  };
}
/** A person has few friends beside everyone online: those are looked up, not the others. */
async function readFilter(context: AppContext, userId: string, input: Asked) {
  const filter = people.readFilter(context, people.foldQuery(input.q ?? ''), {
    ...input,
    online: undefined,
  });
  if (input.online === undefined) return filter;
  const all = await people.pickFriends(context.db, userId, { limit: MOST_FRIENDS });
  const among = all.map((row) => row.friend_id).filter((id) => people.isOnline(context, id));
  return {
    folded: people.foldQuery(input.q ?? ''),
    city: undefined,
    game: undefined,
    ...filter,
    among,
  };
}
/** Returns people of a list without those who block the viewer. */
async function presentVisible(
  context: AppContext,
  viewer: Viewer,
  ids: string[],
  hasMutual = true,
) {
  const blockers = await people.findBlockers(context.db, viewer.id, ids);
  return people.presentEntries(
    context,
    viewer,
    ids.filter((id) => !blockers.includes(id)),
    { hasMutual },
  );
}

/**
 * Returns the people with an open friend request to or from the caller, newest first. `before` is
 * the last one that the caller has seen.
 */
export async function listRequests(
  context: AppContext,
  viewer: Viewer,
  direction: people.Direction,
  before?: string,
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.people, (limit) =>
    people.pickRequests(context.db, viewer.id, direction, { before, limit }),
  );
  return { people: await presentVisible(context, viewer, rows), isLast };
}
/**
 * Returns the number of the caller's friends, requests and blocked people; all but the friends at
 * most `PEOPLE.counted + 1`.
 */
export async function countRelations(context: AppContext, viewer: Viewer) {
  const most = PEOPLE.counted + 1;
  const [me, incoming, outgoing, blocked] = await Promise.all([
    people.findPerson(context.db, viewer.id),
    people.countRequests(context.db, viewer.id, 'incoming', most),
    people.countRequests(context.db, viewer.id, 'outgoing', most),
    people.countBlocked(context.db, viewer.id, most),
  ]);
  return { friends: me?.friends_count ?? 0, incoming, outgoing, blocked };
}
