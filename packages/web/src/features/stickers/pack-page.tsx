import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { reportItem } from '#features/reports/parts.ts';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { usePack } from './api.ts';
import { PackEditor } from './pack-editor.tsx';
import { PackActions, PackFacts, PackView } from './pack-view.tsx';

/** A pack by its link; its owner changes it here. */
export function PackPage({ id }: { id: string }) {
  const { data: pack, error, refetch } = usePack(id);
  usePageTitle(pack?.title ?? 'Стикеры');
  if (pack === undefined) {
    if (error === null) return <Spinner label="Загружаем набор" />;
    return error instanceof ApiError && error.status === 404 ? (
      <NotFoundState
        text="Набор не найден"
        more="Возможно, его удалили."
        action={<ButtonLink to="/stickers">Мои наборы</ButtonLink>}
      />
    ) : (
      <ErrorState onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <PageHead
        title={<bdi>{pack.title}</bdi>}
        action={
          pack.isMine ? (
            <ButtonLink to="/stickers">Мои наборы</ButtonLink>
          ) : (
            <Menu label="Действия с набором" items={[reportItem({ kind: 'stickers', id })]} />
          )
        }
      />
      <Card>
        <PackFacts pack={pack} />
        <PackActions pack={pack} />
        {pack.isMine ? <PackEditor key={id} pack={pack} /> : <PackView pack={pack} />}
      </Card>
    </>
  );
}
