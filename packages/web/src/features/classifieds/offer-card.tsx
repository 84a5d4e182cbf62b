import { Link } from 'react-router';
import { IconEye } from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { day } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import type { Card } from './api.ts';
import { Cover } from './cover.tsx';
import { MarkButton } from './mark-button.tsx';
import styles from './offer-card.module.css';
import { looksOf, priceOf, statusOf } from './words.ts';

/** An offer in a list; `own` adds its state. */
export function OfferCard({ offer, own = false }: { offer: Card; own?: boolean }) {
  const isMine = useMyId() === offer.user;
  return (
    <li className={classNames(styles.cell, offer.state !== 'active' && styles.over)}>
      <Link to={`/ad/${offer._id}`} className={styles.card}>
        <span className={styles.picture}>
          <Cover offer={offer} sizes="(max-width: 500px) 90vw, 25vw" />
          {own ? <span className={styles.status}>{statusOf(offer)}</span> : null}
        </span>
        <span className={styles.price}>{priceOf(offer.price)}</span>
        <span className={styles.title}>{offer.title}</span>
        <span className={styles.facts}>
          {offer.game === '' ? null : <span className={styles.game}>{offer.game}</span>}
          {own && offer.looks !== null ? (
            <span className={styles.looks} title={looksOf(offer.looks)}>
              <IconEye size={15} aria-hidden="true" />
              {offer.looks}
              <span className="visually-hidden"> {looksOf(offer.looks)}</span>
            </span>
          ) : (
            <time dateTime={offer.date}>{day(offer.date)}</time>
          )}
        </span>
      </Link>
      {isMine ? null : (
        <span className={styles.mark}>
          <MarkButton offer={offer} variant="glass" />
        </span>
      )}
    </li>
  );
}
