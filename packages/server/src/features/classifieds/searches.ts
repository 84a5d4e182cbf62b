import { appError } from '@respa/contract/app-errors';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { now, nowMs } from '#platform/runtime/clock.ts';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { firstIdOf, newId } from '#platform/runtime/ids.ts';
import { oneLine } from '#platform/http/single-line.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { notify } from '#features/notifications/service.ts';
import { foldQuery, lockPerson } from '#features/people/service.ts';
import { needleOf } from './lists.ts';
import { maySee, stateOf } from './policy.ts';
import { presentSearch } from './present.ts';
import {
  findRelationship,
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
/** Keeps a search; the same one twice is one. Throws `empty_search`, `too_many_searches`. */
export async function saveSearch(context: AppContext, viewer: Viewer, input: SearchInput) {
  const [q, game, pictures] = [
    oneLine(input.q ?? ''),
    oneLine(input.game ?? ''),
    input.pictures === true,
  ];
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
/** Forgets a search of the caller's. Throws `not_found`. */
export async function removeSearch(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteSearch(context.db, viewer.id, id))) throw appError('not_found');
}

/** Has saved searches asked about an advert, from a place in their turn on. */
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
 * Finds who of the next saved searches looks for an advert, and has those after them asked; at the end all that were found are told. Once for each advert: done
 * again it does nothing. What is sold or over meanwhile is asked about when it is prolonged.
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
    // Not before: whoever was told already would be found by another search of theirs, and told twice.
    if (await queries.hasMatches(tx, id))
      await context.jobs.add(tx, 'classifieds.tell', { id }, { attempts: 5 });
  });
}
/** Tells the next who look for an advert, and has those after them told. What is sold or over meanwhile is told to nobody. */
export async function notifySearchers(context: AppContext, id: string): Promise<void> {
  await transaction(context, async (tx, after) => {
    const ad = await findRelationship(tx, id, null);
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
const MATCHED_WITHIN_MS = 3_600_000;
const AT_ONCE = 1_000;
/** Takes out of the lists what has ended: until then they pass over it one by one. Has searches asked again about what they should have been asked about long ago. */
export async function sweepAds(context: AppContext): Promise<void> {
  while (await unlistEnded(context.db)) {
    /* the next thousand */
  }
  for (const id of await pickUnmatched(context.db, firstIdOf(nowMs() - MATCHED_WITHIN_MS), AT_ONCE))
    await matchLater(context, context.db, id);
}
