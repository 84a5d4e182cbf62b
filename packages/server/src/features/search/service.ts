import { PAGE_SIZES } from '@respa/contract/limits';
import { splitText } from '@respa/contract/rich-text';
import { TEXT_KINDS, type TextKind } from '@respa/contract/search';
import { readWanted, type Wanted } from '#platform/database/post-search.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { findArticles } from '#features/communities/service.ts';
import { gatherObjects, type Card } from '#features/sharing/service.ts';
import { findPosts } from '#features/wall/service.ts';

const FIND = { userpost: findPosts, publicpost: findArticles } as const;
/** Candidates of each kind in one step, of which the viewer may see only a part. */
const STEP = 40;
/** Steps of one call. A page that is not full by then ends with a cursor. */
const MOST_STEPS = 5;

/** The index holds the tags that a text may have; the text decides. */
const hasTags = ({ title = '', text, mentions }: Card, tags: readonly string[]): boolean => {
  if (tags.length === 0) return true;
  const own = [...splitText(title), ...splitText(text, { mentions: mentions ?? [] })].flatMap(
    (part) => (part.kind === 'tag' ? [part.tag] : []),
  );
  return tags.every((tag) => own.includes(tag));
};

/** Returns one step: cards that the viewer may see, and the id below which nothing was read. */
async function readStep(
  context: AppContext,
  viewer: Viewer,
  { wanted, kinds, before }: { wanted: Wanted; kinds: readonly TextKind[]; before?: string },
): Promise<{ cards: Card[]; end: string | null }> {
  const found = await Promise.all(
    kinds.map(async (kind) => ({
      kind,
      ...(await FIND[kind](context.db, wanted, { before, limit: STEP })),
    })),
  );
  // Above the highest end, all ids of every kind are known.
  const ends = found.flatMap(({ end }) => (end === null ? [] : [end])).sort();
  const end = ends.at(-1) ?? null;
  const refs = found
    .flatMap(({ kind, ids }) => ids.map((id) => ({ kind, id })))
    .filter(({ id }) => end === null || id >= end)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const cards = [...(await gatherObjects(context, viewer.id, refs)).values()];
  return { cards: cards.filter((card) => hasTags(card, wanted.tags)), end };
}

/**
 * Returns the posts and articles with all words and tags that the viewer may see, newest first, and
 * where to read on; null when there are no more.
 */
export async function searchPosts(
  context: AppContext,
  viewer: Viewer,
  input: { q: string; kind?: TextKind; before?: string },
): Promise<{ found: Card[]; next: string | null }> {
  const wanted = await readWanted(context.db, input.q);
  if (wanted === null) return { found: [], next: null };
  const kinds = input.kind === undefined ? TEXT_KINDS : [input.kind];
  const found: Card[] = [];
  let next: string | null = input.before ?? null;
  for (let step = 0; step < MOST_STEPS && found.length < PAGE_SIZES.posts; step += 1) {
    const { cards, end } = await readStep(context, viewer, {
      wanted,
      kinds,
      ...(next === null ? {} : { before: next }),
    });
    found.push(...cards);
    next = end;
    if (end === null) break;
  }
  if (found.length <= PAGE_SIZES.posts) return { found, next };
  const page = found.slice(0, PAGE_SIZES.posts);
  return { found: page, next: page.at(-1)!._id };
}
