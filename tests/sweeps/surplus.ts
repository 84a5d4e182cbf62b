import * as classifieds from '@respa/contract/classifieds';
import * as publics from '@respa/contract/publics';
import type { RouteSpec } from '@respa/contract/route';
import * as extras from '@respa/contract/video-extras';
import type { Caller } from '../driver.ts';

type Kind = { list: (owner: Caller) => Promise<string[]>; remove: RouteSpec };
/** What a member may have only so many of, by the word of the refusal. */
const KINDS: Record<string, Kind> = {
  too_many_ads: { list: listAds, remove: classifieds.remove },
  too_many_publics: { list: async (owner) => idsOf((await owner.call(publics.own)).publics), remove: publics.remove },
  too_many_playlists: { list: async (owner) => idsOf((await owner.call(extras.playlists)).playlists), remove: extras.removePlaylist },
  too_many_searches: { list: async (owner) => idsOf((await owner.call(classifieds.searches)).searches), remove: classifieds.removeSearch },
};
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
async function listAds(owner: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (let isLast = false; !isLast;) {
    const page = await owner.call(classifieds.mine, ids.length === 0 ? {} : { query: { before: ids.at(-1)! } });
    ids.push(...idsOf(page.ads));
    ({ isLast } = page);
  }
  return ids;
}

/** Takes away what a long sweep has made beside the things that stand, where a refusal says that the owner has too many; answers whether it says so. */
export async function removeSurplus({ owner, things }: { owner: Caller; things: object }, code: unknown): Promise<boolean> {
  const kind = typeof code === 'string' && Object.hasOwn(KINDS, code) ? KINDS[code]! : undefined;
  if (kind === undefined) return false;
  const standing = new Set<unknown>(Object.values(things));
  // What the owner helps with and does not lead is refused, and stays.
  for (const id of await kind.list(owner)) if (!standing.has(id)) await owner.request(kind.remove, { params: { id } } as never);
  return true;
}
