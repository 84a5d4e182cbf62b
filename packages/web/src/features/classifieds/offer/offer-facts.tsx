import { Link } from 'react-router';
import { IconEye } from '#ui/icons.ts';
import { Time } from '#ui/display/time.tsx';
import type { Offer } from '../api.ts';
import { looksOf, searchAddress, statusOf } from '../words.ts';
import styles from './offer-page.module.css';

/** The game of an offer, its date, its state and its views. */
export function OfferFacts({ offer, isMine }: { offer: Offer; isMine: boolean }) {
  return (
    <>
      {offer.game === '' ? null : (
        <p className={styles.labels}>
          <Link
            className={styles.label}
            to={searchAddress({
              q: '',
              game: offer.game,
              from: null,
              to: null,
              pictures: false,
            })}
          >
            {offer.game}
          </Link>
        </p>
      )}
      <p className={styles.facts}>
        <span>
          Размещено <Time value={offer.date} look="relative" />
        </span>
        {isMine || offer.dieDate !== null ? (
          <span className={offer.state === 'active' ? undefined : styles.over}>
            {statusOf(offer)}
          </span>
        ) : null}
        {offer.looks === null ? null : (
          <span className={styles.looks}>
            <IconEye size={16} aria-hidden="true" />
            {looksOf(offer.looks)}
          </span>
        )}
      </p>
    </>
  );
}
