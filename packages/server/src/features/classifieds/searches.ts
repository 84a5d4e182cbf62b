import { fault } from '@respa/contract/faults';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { now, nowMs } from '#platform/clock.ts';
import type { Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { firstIdOf, newId } from '#platform/ids.ts';
import { oneLine } from '#platform/one-line.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { notify } from '#features/notifications/service.ts';
import { foldQuery, lockPerson } from '#features/people/service.ts';
import { needleOf } from './lists.ts';
import { maySee, stateOf } from './policy.ts';
import { presentSearch } from './present.ts';
import {
  findStanding,
  lockMatchable,
  pickUnmatched,
  unlistEnded,
  updateAd,
  type Matchable,
} from './queries.ts';
import * as queries from './search-queries.ts';

/** So many hear of an advert in one transaction. */
const BATCH = 200;
const ANYTHING = '*';
const gameKeyOf = (gameKey: string) => `g${gameKey}`;
/** The pieces by which a text is found: every three letters, and at the beginning of a word one. */
function piecesOf(text: string): string[] {
  const letters = [...text];
  const pieces = letters.flatMap((letter, place) => [
    letters.slice(place, place + 3),
    ...(letter === ' ' ? [letters.slice(place, place + 2)] : []),
  ]);
  return [
    ...new Set(
      pieces
        .filter(({ length, 0: first }) => length === 3 || (length === 2 && first === ' '))
        .map((piece) => `t${piece.join('')}`),
    ),
  ];
}
/** What every advert has that such a search finds: a game, pieces of a text, or nothing in particular. */
function keysOfSearch({ needle, gameKey }: { needle: string; gameKey: string }): string[] {
  // A needle of two signs is a space and a letter: its only piece. Of a longer one the beginnings of words tell less than its threes.
  const pieces = piecesOf(needle).filter(
    (piece) => [...needle].length === 2 || [...piece].length === 4,
  );
  const keys = [...(gameKey === '' ? [] : [gameKeyOf(gameKey)]), ...pieces];
  return keys.length === 0 ? [ANYTHING] : keys;
}
/** What an advert is found by, as `key` of saved searches says. */
export const keysOfAd = (ad: Pick<Matchable, 'game_key' | 'search'>): string[] => [
  ANYTHING,
  gameKeyOf(ad.game_key),
  ...piecesOf(ad.search),
];

/** The caller's saved searches, newest first. */
export const listSearches = async (ground: Ground, viewer: Viewer) => ({
  searches: (await queries.listSearches(ground.db, viewer.id)).map(presentSearch),
});
export type GivenSearch = {
  q?: string;
  game?: string;
  from?: number;
  to?: number;
  pictures?: boolean;
};
/** Keeps a search; the same one twice is one. Throws `empty_search`, `too_many_searches`. */
export async function saveSearch(ground: Ground, viewer: Viewer, given: GivenSearch) {
  const [q, game, pictures] = [
    oneLine(given.q ?? ''),
    oneLine(given.game ?? ''),
    given.pictures === true,
  ];
  const wanted = { needle: needleOf(q), gameKey: foldQuery(game) };
  if (
    wanted.needle === '' &&
    wanted.gameKey === '' &&
    given.from === undefined &&
    given.to === undefined
  )
    throw fault('empty_search');
  return transaction(ground, async (tx) => {
    if ((await lockPerson(tx, viewer.id)) === undefined) throw fault('not_found');
    const row = await queries.insertSearch(tx, {
      id: newId(),
      user_id: viewer.id,
      q,
      game,
      price_from: given.from ?? null,
      price_to: given.to ?? null,
      pictures,
      needle: wanted.needle,
      game_key: wanted.gameKey,
      key: await queries.pickRarestKey(tx, keysOfSearch(wanted)),
    });
    if ((await queries.listSearches(tx, viewer.id)).length > CLASSIFIEDS.searches)
      throw fault('too_many_searches');
    return { search: presentSearch(row) };
  });
}
/** Forgets a search of the caller's. Throws `not_found`. */
export async function removeSearch(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteSearch(ground.db, viewer.id, id))) throw fault('not_found');
}

/** Has saved searches asked about an advert, from a place in their turn on. */
export const matchLater = (
  ground: Ground,
  db: Db,
  id: string,
  after?: queries.Place,
): Promise<void> =>
  ground.jobs.add(
    db,
    'classifieds.match',
    { id, ...(after === undefined ? {} : { after }) },
    { key: `classifieds.match:${id}`, attempts: 5 },
  );
/**
 * Finds who of the next saved searches looks for an advert, and has those after them asked; at the end all that were found are told. Once for each advert: done
 * again it does nothing. What is sold or over meanwhile is asked about when it is prolonged.
 */
export async function matchSearches(
  ground: Ground,
  id: string,
  after?: queries.Place,
): Promise<void> {
  await transaction(ground, async (tx) => {
    const ad = await lockMatchable(tx, id);
    if (ad === undefined || ad.matched_at !== null) return;
    if (stateOf(ad) !== 'active') return void (await queries.deleteMatches(tx, id));
    const { next } = await queries.insertMatches(tx, ad, keysOfAd(ad), after);
    if (next !== null) return matchLater(ground, tx, id, next);
    await updateAd(tx, id, { matched_at: now() });
    // Not before: whoever was told already would be found by another search of theirs, and told twice.
    if (await queries.hasMatches(tx, id))
      await ground.jobs.add(tx, 'classifieds.tell', { id }, { attempts: 5 });
  });
}
/** Tells the next who look for an advert, and has those after them told. What is sold or over meanwhile is told to nobody. */
export async function tellSearchers(ground: Ground, id: string): Promise<void> {
  await transaction(ground, async (tx, after) => {
    const ad = await findStanding(tx, id, null);
    if (ad === undefined || !maySee(null, ad)) return void (await queries.deleteMatches(tx, id));
    const taken = await queries.takeMatches(tx, id, ad.owner_id, BATCH);
    for (const { user_id: to, words } of taken
      .filter((one) => !one.is_shut_out)
      .sort((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
      await notify(ground, tx, after, {
        to,
        from: ad.owner_id,
        type: 'board',
        title:
          words === ''
            ? 'Новое объявление по вашему поиску'
            : `Новое объявление по поиску «${words}»`,
        postType: 'ad',
        postId: id,
      });
    }
    if (taken.length === BATCH)
      await ground.jobs.add(tx, 'classifieds.tell', { id }, { attempts: 5 });
  });
}
const MATCHED_WITHIN_MS = 3_600_000;
const AT_ONCE = 1_000;
/** Takes out of the lists what has ended: until then they pass over it one by one. Has searches asked again about what they should have been asked about long ago. */
export async function sweepAds(ground: Ground): Promise<void> {
  while (await unlistEnded(ground.db)) {
    /* the next thousand */
  }
  for (const id of await pickUnmatched(ground.db, firstIdOf(nowMs() - MATCHED_WITHIN_MS), AT_ONCE))
    await matchLater(ground, ground.db, id);
}
