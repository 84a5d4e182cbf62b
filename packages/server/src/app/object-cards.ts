import type { SharedKind } from '@respa/contract/sharing';
import { gatherArticleCards } from '#features/communities/service.ts';
import type { GatherCards } from '#features/sharing/service.ts';
import { gatherPostCards } from '#features/wall/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** Makes cards of what notifications show of an object. Visitors see none. */
const fromPreviews =
  (kind: SharedKind): GatherCards =>
  async ({ notices }, viewerId, ids) => {
    const describe = notices.objects.get(kind);
    if (viewerId === null || describe === undefined) return new Map();
    const found = await describe(viewerId, ids);
    return new Map(
      [...found].map(([id, preview]) => [
        id,
        { kind, _id: id, text: preview.text ?? '', pictures: [], preview },
      ]),
    );
  };

/** Registers the cards of everything that can be shared, bookmarked or found. */
export function registerCards(context: AppContext): void {
  context.sharing.cards.set('userpost', gatherPostCards).set('publicpost', gatherArticleCards);
  for (const kind of ['userphoto', 'video', 'app', 'ad'] as const)
    context.sharing.cards.set(kind, fromPreviews(kind));
}
