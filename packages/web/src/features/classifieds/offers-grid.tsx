import type { ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import type { Card } from './api.ts';
import { OfferCard } from './offer-card.tsx';
import styles from './offers-grid.module.css';

type List = {
  data: { pages: { ads: Card[] }[] } | undefined;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};
/** Shows offers four in a row and loads more while the user scrolls. `few` limits their number. */
export function OffersGrid({
  list,
  empty,
  own = false,
  few,
}: {
  list: List;
  empty: ReactNode;
  own?: boolean;
  few?: number;
}) {
  // An offer whose price changed between two pages may be in both.
  const all = [
    ...new Map(
      list.data?.pages.flatMap((page) => page.ads).map((card) => [card._id, card]),
    ).values(),
  ];
  const offers = few === undefined ? all : all.slice(0, few);
  if (list.isSuccess && offers.length === 0) return empty;
  return (
    <>
      {list.isPending ? <OffersSkeleton cards={8} /> : null}
      {list.isError && offers.length === 0 ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : null}
      <ul className={styles.grid}>
        {offers.map((offer) => (
          <OfferCard key={offer._id} offer={offer} own={own} />
        ))}
      </ul>
      {few === undefined ? <MorePages list={list} skeleton={<OffersSkeleton cards={4} />} /> : null}
    </>
  );
}
function OffersSkeleton({ cards }: { cards: number }) {
  return (
    <Skeleton label="Загружаем объявления">
      <div className={styles.grid}>
        {Array.from({ length: cards }, (_, index) => (
          <div key={index} className={styles.bones}>
            <Bone shape="block" className={styles.picture} />
            <span className={styles.lines}>
              <Bone width="46%" height={18} />
              <Bone width="84%" />
              <Bone width="60%" height={13} />
            </span>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
