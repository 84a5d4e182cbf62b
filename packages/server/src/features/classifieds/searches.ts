import { HOUR_MS } from '@respa/contract/durations';
import { appError } from '@respa/contract/app-errors';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { now, nowMs } from '#platform/runtime/clock.ts';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { firstIdOf, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { notify } from '#features/notifications/service.ts';
import { foldQuery, lockPerson } from '#features/people/service.ts';
import { needleOf } from './lists.ts';
import { maySee, stateOf } from './policy.ts';
import { presentSearch } from './present.ts';
import {
  findAdStatus,
  lockMatchable,
  pickUnmatched,
  unlistEnded,
  updateAd,
  type Matchable,
} from './queries.ts';
import * as queries from './search-queries.ts';

/** How many users are notified of an ad in one transaction. */
const BATCH = 200;
const ANYTHING = '*';
const gameKeyOf = (gameKey: string) => `g${gameKey}`;
/**
 * Splits a text into its index pieces: every three characters, and two at the start of a word (a
 * space and a letter).
 */
function piecesOf(text: string): string[] {
  const characters = [...text];
  const pieces = characters.flatMap((character, index) => [
    characters.slice(index, index + 3),
    ...(character === ' ' ? [characters.slice(index, index + 2)] : []),
  ]);
  return [
    ...new Set(
      pieces
        .filter(({ length, 0: first }) => length === 3 || (length === 2 && first === ' '))
        .map((piece) => `t${piece.join('')}`),
    ),
  ];
}
/**
 * Returns keys that every ad matching the search has: its game, pieces of its text, or the key of
 * every ad.
 */
function keysOfSearch({ needle, gameKey }: { needle: string; gameKey: string }): string[] {
  // A needle of two characters is a space and a letter: its only piece. For a longer one, word
  // starts are less selective than its three-character pieces.
  const pieces = piecesOf(needle).filter(
    (piece) => [...needle].length === 2 || [...piece].length === 4,
  );
  const keys = [...(gameKey === '' ? [] : [gameKeyOf(gameKey)]), ...pieces];
  return keys.length === 0 ? [ANYTHING] : keys;
}
/** Returns the keys of an ad, as stored in `key` of saved searches. */
export const keysOfAd = (ad: Pick<Matchable, 'game_key' | 'search'>): string[] => [
  ANYTHING,
  gameKeyOf(ad.game_key),
  ...piecesOf(ad.search),
];

/** Returns the caller's saved searches, newest first. */
export const listSearches = async (context: AppContext, viewer: Viewer) => ({
  searches: (await queries.listSearches(context.db, viewer.id)).map(presentSearch),
});
export type SearchInput = {
  q?: string;
  game?: string;
  from?: number;
  to?: number;
  pictures?: boolean;
};
/**
 * Stores a search; saving the same one twice stores one. Throws `empty_search`,
 * `too_many_searches`.
 */
export async function saveSearch(context: AppContext, viewer: Viewer, input: SearchInput) {
  const [q, game, pictures] = [input.q ?? '', input.game ?? '', input.pictures === true];
  const wanted = { needle: needleOf(q), gameKey: foldQuery(game) };
  if (
    wanted.needle === '' &&
    wanted.gameKey === '' &&
    input.from === undefined &&
    input.to === undefined
  )
    throw appError('empty_search');
  return transaction(context, async (tx) => {
    if ((await lockPerson(tx, viewer.id)) === undefined) throw appError('not_found');
    const row = await queries.insertSearch(tx, {
      id: newId(),
      user_id: viewer.id,
      q,
      game,
      price_from: input.from ?? null,
      price_to: input.to ?? null,
      pictures,
      needle: wanted.needle,
      game_key: wanted.gameKey,
      key: await queries.pickRarestKey(tx, keysOfSearch(wanted)),
    });
    if ((await queries.listSearches(tx, viewer.id)).length > CLASSIFIEDS.searches)
      throw appError('too_many_searches');
    return { search: presentSearch(row) };
  });
}
/** Deletes a search of the caller. Throws `not_found`. */
export async function removeSearch(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteSearch(context.db, viewer.id, id))) throw appError('not_found');
}

/** Queues the matching of an ad against saved searches, from a position in their order on. */
export const matchLater = (
  context: AppContext,
  db: Db,
  id: string,
  after?: queries.Place,
): Promise<void> =>
  context.jobs.add(
    db,
    'classifieds.match',
    { id, ...(after === undefined ? {} : { after }) },
    { key: `classifieds.match:${id}`, attempts: 5 },
  );
/**
 * Matches an ad against the next portion of saved searches and queues the following portion; after
 * the last one, all users found are notified. Runs once per ad: a repeated
 * call does nothing. An ad that was sold or has expired meanwhile is matched when it is prolonged.
 */
export async function matchSearches(
  context: AppContext,
  id: string,
  after?: queries.Place,
): Promise<void> {
  await transaction(context, async (tx) => {
    const ad = await lockMatchable(tx, id);
    if (ad === undefined || ad.matched_at !== null) return;
    if (stateOf(ad) !== 'active') return void (await queries.deleteMatches(tx, id));
    const { next } = await queries.insertMatches(tx, ad, keysOfAd(ad), after);
    if (next !== null) return matchLater(context, tx, id, next);
    await updateAd(tx, id, { matched_at: now() });
    // Not earlier: a user already notified could match through another search of theirs and be
    // notified twice.
    if (await queries.hasMatches(tx, id))
      await context.jobs.add(tx, 'classifieds.tell', { id }, { attempts: 5 });
  });
}
/**
 * Notifies the next users who search for an ad, and queues the following ones. If the ad was sold
 * or has expired meanwhile, no one is notified.
 */
export async function notifySearchers(context: AppContext, id: string): Promise<void> {
  await transaction(context, async (tx, after) => {
    const ad = await findAdStatus(tx, id, null);
    if (ad === undefined || !maySee(null, ad)) return void (await queries.deleteMatches(tx, id));
    const taken = await queries.takeMatches(tx, id, ad.owner_id, BATCH);
    for (const { user_id: to, words } of taken
      .filter((one) => !one.is_shut_out)
      .sort((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
      await notify(context, tx, after, {
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
      await context.jobs.add(tx, 'classifieds.tell', { id }, { attempts: 5 });
  });
}
const MATCHED_WITHIN_MS = HOUR_MS;
const AT_ONCE = 1_000;
/**
 * Unlists expired ads, which list queries otherwise have to skip one by one. Queues the matching of
 * ads that should have been matched long ago.
 */
export async function sweepAds(context: AppContext): Promise<void> {
  while (await unlistEnded(context.db)) {
    /* the next thousand */
  }
  for (const id of await pickUnmatched(context.db, firstIdOf(nowMs() - MATCHED_WITHIN_MS), AT_ONCE))
    await matchLater(context, context.db, id);
}
