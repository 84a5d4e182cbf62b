import { sentenceOf } from '#lib/network/call.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { IconArrowBackUp, IconTrash } from '#ui/icons.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns, Stack } from '#ui/layout/columns.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TrashRow } from './trash-row.tsx';
import { useEmptyTrash, useErase, useRestore, useTrash } from './api.ts';
import { QuotaBar } from './quota-bar.tsx';
import styles from './trash-view.module.css';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** What was deleted in the last thirty days. */
export function TrashView() {
  const trash = useTrash();
  const restore = useRestore();
  const erase = useErase();
  const empty = useEmptyTrash();
  const things = trash.data?.pages.flatMap((page) => page.files) ?? [];
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
          <ListState
            list={trash}
            isEmpty={things.length === 0}
            skeleton={<PeopleSkeleton rows={4} avatar={40} />}
            empty={
              <EmptyState
                art="folder"
                text="В корзине пусто"
                more="Удалённые файлы можно вернуть отсюда в течение 30 дней."
                action={<ButtonLink to="/cloud">К файлам</ButtonLink>}
              />
            }
          />
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
              <TrashRow key={thing._id} thing={thing} restore={restore} erase={erase} />
            ))}
          </ul>
          <MorePages list={trash} />
        </Card>
      </Columns>
    </Stack>
  );
}
