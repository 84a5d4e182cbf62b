import type { TextKind } from '@respa/contract/search';
import { ObjectView } from '#features/sharing/parts.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { useFoundPosts } from './search-api.ts';

/** Posts of people and groups with the words and tags of a search. */
export function FoundPosts({
  q,
  kind,
  empty = 'Ничего не нашлось',
}: {
  q: string;
  kind?: TextKind | undefined;
  /** Said when there are none. */
  empty?: string;
}) {
  const list = useFoundPosts(q, kind);
  const found = list.data?.pages.flatMap((page) => page.found) ?? [];
  return (
    <Stack>
      <ListState
        list={list}
        isEmpty={found.length === 0 && !list.hasNextPage}
        skeleton={<PostsSkeleton posts={2} picture={false} />}
        empty={
          <Card>
            <EmptyState art="search" text={empty} more="Проверьте слова или попробуйте короче." />
          </Card>
        }
      />
      {found.map((card) => (
        <Card key={card._id} as="article" aria-label={`Пост, ${card.head?.name ?? ''}`}>
          <ObjectView card={card} />
        </Card>
      ))}
      <MorePages list={list} />
    </Stack>
  );
}
