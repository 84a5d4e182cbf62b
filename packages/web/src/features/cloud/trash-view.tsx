import { IconArrowBackUp, IconTrash } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { day, fileSize } from '#lib/format.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns, Stack } from '#ui/layout/columns.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useEmptyTrash, useErase, useRestore, useTrash } from './api.ts';
import { QuotaBar } from './quota-bar.tsx';
import { ItemIcon } from './item-icon.tsx';
import styles from './trash-view.module.css';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** What was deleted in the last thirty days. */
export function TrashView() {
  const trash = useTrash();
  const restore = useRestore();
  const erase = useErase();
  const empty = useEmptyTrash();
  const things = trash.data?.pages.flatMap((page) => page.files) ?? [];
  const eraseOne = async (id: string, name: string) => {
    if (
      await confirm({
        title: `Удалить «${name}» навсегда?`,
        text: 'Вернуть будет нельзя.',
        action: 'Удалить',
        danger: true,
      })
    )
      erase.mutate(id, { onError: fail });
  };
  const eraseAll = async () => {
    if (
      await confirm({
        title: 'Очистить корзину?',
        text: 'Всё в ней удалится навсегда.',
        action: 'Очистить',
        danger: true,
      })
    )
      empty.mutate(undefined, {
        onError: fail,
        onSuccess: () => showToast('Корзина пуста', { tone: 'good' }),
      });
  };
  return (
    <Stack>
      <PageHead
        title="Корзина"
        text="Хранится 30 дней и занимает место в облаке"
        action={
          <ButtonLink to="/cloud" icon={<IconArrowBackUp size={18} aria-hidden="true" />}>
            {'В\u00a0облако'}
          </ButtonLink>
        }
      />
      <Columns aside={<QuotaBar isTrash />}>
        <Card>
          {trash.isPending ? <PeopleSkeleton rows={4} avatar={40} /> : null}
          {trash.isError && things.length === 0 ? (
            <ErrorState onRetry={() => void trash.refetch()} />
          ) : null}
          {trash.isSuccess && things.length === 0 ? (
            <EmptyState art="folder" text="В корзине пусто" />
          ) : null}
          {things.length > 0 ? (
            <div className={styles.all}>
              <Button
                size="small"
                variant="danger"
                icon={<IconTrash size={18} aria-hidden="true" />}
                busy={empty.isPending}
                onClick={() => void eraseAll()}
              >
                Очистить корзину
              </Button>
            </div>
          ) : null}
          <ul className={styles.rows}>
            {things.map((thing) => (
              <li key={thing._id} className={styles.row}>
                <ItemIcon thing={thing} size="row" />
                <span className={styles.words}>
                  <span className={styles.name}>{thing.name}</span>
                  <span className={styles.more}>
                    {thing.type === 'folder' ? 'Папка' : fileSize(thing.size)} · до{' '}
                    {day(thing.dies)}
                  </span>
                </span>
                <Button
                  size="small"
                  aria-label={`Вернуть: ${thing.name}`}
                  busy={restore.isPending && restore.variables === thing._id}
                  onClick={() =>
                    restore.mutate(thing._id, {
                      onSuccess: () => showToast('Возвращено', { tone: 'good' }),
                      onError: fail,
                    })
                  }
                >
                  Вернуть
                </Button>
                <IconButton
                  label={`Удалить навсегда: ${thing.name}`}
                  icon={<IconTrash />}
                  busy={erase.isPending && erase.variables === thing._id}
                  onClick={() => void eraseOne(thing._id, thing.name)}
                />
              </li>
            ))}
          </ul>
          <InfiniteList
            hasMore={trash.hasNextPage}
            isLoading={trash.isFetchingNextPage}
            isFailed={trash.isFetchNextPageError}
            onMore={() => void trash.fetchNextPage()}
          />
        </Card>
      </Columns>
    </Stack>
  );
}
