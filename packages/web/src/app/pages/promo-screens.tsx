import { Navigate, Route, Routes, useParams } from 'react-router';
import { Cabinet, NewPromo, PromoPage, usePromo } from '#features/promos/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead, PageHead } from '#ui/layout/page-head.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from './promo-screens.module.css';

/** Internal ads: the ad dashboard, a new ad, and the page of one ad. */
export function PromoScreens() {
  return (
    <Routes>
      <Route path="cabinet" element={<CabinetScreen />} />
      <Route path="create" element={<CreateScreen />} />
      <Route path=":id" element={<OneScreen />} />
      <Route index element={<Navigate to="/innerad/cabinet" replace />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
function CabinetScreen() {
  usePageTitle('Личный кабинет');
  const me = useMyId();
  return (
    <div className={styles.page}>
      <PageHead
        title="Личный кабинет"
        text="Ваша реклама в Респе"
        action={
          <ButtonLink to="/innerad/create" variant="primary">
            Разместить рекламу
          </ButtonLink>
        }
      />
      {me === undefined ? null : <Cabinet userId={me} />}
    </div>
  );
}
function CreateScreen() {
  usePageTitle('Новая реклама');
  const me = useMyId();
  return (
    <Columns>
      <PageHead title="Новая реклама" text="Её увидят участники в лентах и списках" />
      {me === undefined ? null : <NewPromo userId={me} />}
    </Columns>
  );
}
function OneScreen() {
  const { id = '' } = useParams();
  const found = usePromo(id);
  const promo = found.data;
  usePageTitle(promo?.title ?? 'Реклама');
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <>
        <HiddenHead title="Реклама" />
        <NotFoundState
          text="Такой рекламы нет"
          more="Возможно, её срок вышел."
          action={<ButtonLink to="/innerad/cabinet">В личный кабинет</ButtonLink>}
        />
      </>
    );
  if (found.isError && promo === undefined)
    return (
      <>
        <HiddenHead title="Реклама" />
        <ErrorState onRetry={() => void found.refetch()} />
      </>
    );
  if (promo === undefined)
    return (
      <>
        <HiddenHead title="Реклама" />
        <PageSkeleton />
      </>
    );
  return (
    <Columns>
      <PromoPage promo={promo} />
    </Columns>
  );
}
