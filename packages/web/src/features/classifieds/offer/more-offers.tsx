import { useOffers, type Offer } from '../api.ts';
import { OffersGrid } from '../offers-grid.tsx';
import styles from './offer-page.module.css';

const MORE = 4;
/** The seller's other offers. */
export function MoreOffers({ offer }: { offer: Offer }) {
  const list = useOffers({
    q: '',
    game: '',
    from: null,
    to: null,
    pictures: false,
    sort: 'new',
    user: offer.user,
  });
  const [first] = list.data?.pages ?? [];
  const others = first?.ads.filter(({ _id }) => _id !== offer._id) ?? [];
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="more">
      <h2 id="more" className={styles.heading}>
        Ещё у продавца
      </h2>
      <OffersGrid list={{ ...list, data: { pages: [{ ads: others }] } }} few={MORE} empty={null} />
    </section>
  );
}
