import type { BookmarkedKind } from '@respa/contract/bookmarks';
import { firstCharacters } from '@respa/contract/characters';
import { ask, ObjectView } from '#features/sharing/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconFolder, IconTrash } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useBookmarks, usePutBookmark, useRemoveBookmark, type Bookmark } from './bookmarks-api.ts';
import styles from './bookmarks.module.css';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** A bookmark. Of an object that the member may no longer see, it shows only that. */
function BookmarkRow({ bookmark: { kind, object, folder, card } }: { bookmark: Bookmark }) {
  const remove = useRemoveBookmark();
  const put = usePutBookmark();
  const of = { kind, id: object };
  const restore = () => put.mutate({ of, folder }, { onError });
  const drop = () =>
    remove.mutate(of, {
      onSuccess: () =>
        showToast(
          'Убрано из закладок',
          card === null ? {} : { action: { label: 'Вернуть', onSelect: restore } },
        ),
      onError,
    });
  if (card === null)
    return (
      <Card as="article" aria-label="Закладка: больше недоступно">
        <div className={styles.gone}>
          <span>Больше недоступно</span>
          <Button size="small" onClick={drop}>
            Убрать
          </Button>
        </div>
      </Card>
    );
  return (
    <Card as="article" aria-label={`Закладка: ${card.title ?? firstCharacters(card.text, 60)}`}>
      <ObjectView
        card={card}
        action={
          <Menu
            label="Действия с закладкой"
            items={[
              {
                label: 'Папка',
                icon: <IconFolder size={18} />,
                onSelect: () => ask({ act: 'bookmark', of }),
              },
              { label: 'Убрать из закладок', icon: <IconTrash size={18} />, onSelect: drop },
            ]}
          />
        }
      />
    </Card>
  );
}

/** The member's bookmarks: all, of one kind, or in one folder. */
export function BookmarkList({
  kind,
  folder,
}: {
  kind?: BookmarkedKind | undefined;
  folder?: string | undefined;
}) {
  const list = useBookmarks({ kind, folder });
  const shown = list.data?.pages.flatMap((page) => page.bookmarks) ?? [];
  const isFiltered = kind !== undefined || folder !== undefined;
  return (
    <Stack>
      <ListState
        list={list}
        isEmpty={shown.length === 0}
        skeleton={<PostsSkeleton posts={2} picture={false} />}
        empty={
          <Card>
            <EmptyState
              art="post"
              text={isFiltered ? 'Здесь нет закладок' : 'Закладок пока нет'}
              more="Выберите «В закладки» в меню поста, видео, игры или объявления."
            />
          </Card>
        }
      />
      {shown.map((bookmark) => (
        <BookmarkRow key={bookmark._id} bookmark={bookmark} />
      ))}
      <MorePages list={list} />
    </Stack>
  );
}
