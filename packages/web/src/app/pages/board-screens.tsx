import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import {
  BoardHead,
  BoardMain,
  BoardNewest,
  BoardSearch,
  FavouriteOffers,
  OwnOffers,
  SavedSearches,
} from '#features/classifieds/parts.ts';
import { page } from '#lib/navigation/page.tsx';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from './board-screens.module.css';

const OneOffer = page(() => import('./board-offer.tsx').then((file) => file.OneOffer));
const CreateOffer = page(() => import('./board-forms.tsx').then((file) => file.CreateOffer));
const EditOffer = page(() => import('./board-forms.tsx').then((file) => file.EditOffer));

/** The classifieds pages: the lists share a common header, the other pages have none. */
export function BoardScreens() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route element={<Listed />}>
          <Route path="main" element={<BoardMain />} />
          <Route path="search" element={<BoardSearch />} />
          <Route path="new" element={<BoardNewest />} />
          <Route path="mine" element={<OwnOffers />} />
          <Route path="favourites" element={<FavouriteOffers />} />
          <Route path="searches" element={<SavedSearches />} />
        </Route>
        <Route index element={<Navigate to="/ad/main" replace />} />
        <Route path="create" element={<CreateOffer />} />
        <Route path="edit/:id" element={<EditOffer />} />
        <Route path=":id" element={<OneOffer />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
function Listed() {
  usePageTitle('Объявления');
  return (
    <div className={styles.page}>
      <BoardHead />
      <Outlet />
    </div>
  );
}
