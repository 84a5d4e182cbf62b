import { Link } from 'react-router';
import { ApiError } from '#lib/network/call.ts';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useOffer } from './api.ts';
import { Cover } from './cover.tsx';
import styles from './link-card.module.css';
import { priceOf } from './words.ts';

/**
 * A card for an offer that a message links to. Its height is known before it loads, and stays if
 * the offer was deleted.
 */
export function OfferLinkCard({ id }: { id: string }) {
  const { data: offer, isPending, error } = useOffer(id);
  if (isPending)
    return (
      <Skeleton label="Загружаем объявление">
        <span className={styles.card}>
          <Bone shape="block" width={56} height={56} />
          <span className={styles.words}>
            <Bone width={120} />
            <Bone width={70} />
          </span>
        </span>
      </Skeleton>
    );
  if (offer === undefined) {
    if (error instanceof ApiError && error.status === 404)
      return (
        <span className={styles.card}>
          <span className={styles.gone}>Объявление снято или удалено</span>
        </span>
      );
    return (
      <Link to={`/ad/${id}`} className={styles.card}>
        <span className={styles.gone}>Объявление не загрузилось, открыть</span>
      </Link>
    );
  }
  return (
    <Link to={`/ad/${id}`} className={styles.card}>
      <span className={styles.picture}>
        <Cover offer={offer} sizes="56px" />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{offer.title}</span>
        <span className={styles.price}>{priceOf(offer.price)}</span>
      </span>
    </Link>
  );
}
