import * as chatList from '@respa/contract/chat-list';
import * as classifieds from '@respa/contract/classifieds';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as promos from '@respa/contract/promos';
import * as communities from '@respa/contract/communities';
import type { RouteSpec } from '@respa/contract/route';
import * as stickers from '@respa/contract/stickers';
import * as extras from '@respa/contract/video-extras';
import type { Caller } from '../support/driver.ts';

type Kind = { list: (whose: Caller) => Promise<string[]>; remove: RouteSpec };
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
async function listAll(
  take: (query: { before?: string }) => Promise<{ ads: { _id: string }[]; isLast: boolean }>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let isLast = false; !isLast;) {
    const page = await take(ids.length === 0 ? {} : { before: ids.at(-1)! });
    ids.push(...idsOf(page.ads));
    ({ isLast } = page);
  }
  return ids;
}

/** Objects of which a member may have only a limited number, by error code. */
const KINDS: Record<string, Kind> = {
  too_many_ads: {
    list: (whose) => listAll((query) => whose.call(classifieds.mine, { query })),
    remove: classifieds.remove,
  },
  too_many_publics: {
    list: async (whose) => idsOf((await whose.call(communities.own)).publics),
    remove: communities.remove,
  },
  too_many_playlists: {
    list: async (whose) => idsOf((await whose.call(extras.playlists)).playlists),
    remove: extras.removePlaylist,
  },
  too_many_promos: {
    list: (whose) =>
      listAll((query) => whose.call(promos.mine, { params: { userId: whose.id }, query })),
    remove: promos.remove,
  },
  too_many_folders: {
    list: async (whose) => idsOf((await whose.call(chatList.folders)).folders),
    remove: chatList.removeFolder,
  },
  too_many_packs: {
    list: async (whose) => idsOf((await whose.call(stickers.packs)).own),
    remove: stickers.remove,
  },
  too_many_searches: {
    list: async (whose) => idsOf((await whose.call(classifiedSearches.searches)).searches),
    remove: classifiedSearches.removeSearch,
  },
};

/**
 * Removes what a long sweep has created besides the seeded objects, if an error says that a user
 * has too many. Returns whether the error says so.
 */
export async function removeSurplus(
  { owner, friend, things }: { owner: Caller; friend: Caller; things: object },
  code: unknown,
): Promise<boolean> {
  const kind = typeof code === 'string' && Object.hasOwn(KINDS, code) ? KINDS[code]! : undefined;
  if (kind === undefined) return false;
  const relationship = new Set<unknown>(Object.values(things));
  // Deleting objects that they only help with is refused, so those stay.
  for (const whose of [owner, friend])
    for (const id of await kind.list(whose))
      if (!relationship.has(id)) await whose.request(kind.remove, { params: { id } } as never);
  return true;
}
