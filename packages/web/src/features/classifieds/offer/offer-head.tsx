import type { ReactNode } from 'react';
import { IconPhone } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { bookmarkItem, shareItem } from '#features/sharing/parts.ts';
import { Card } from '#ui/layout/card.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Offer } from '../api.ts';
import { MarkButton } from '../mark-button.tsx';
import { priceOf } from '../words.ts';
import { OfferFacts } from './offer-facts.tsx';
import styles from './offer-page.module.css';
import { OwnerDashboard } from './owner-dashboard.tsx';
import { PhoneButton } from './phone-button.tsx';

type OfferHeadProps = {
  offer: Offer;
  isMine: boolean;
  /** Opens the conversation with the seller. */
  write: ReactNode;
};

/** The name and the price of an offer, and what the viewer can do with it. */
export function OfferHead({ offer, isMine, write }: OfferHeadProps) {
  return (
    <Card as="header">
      <div className={styles.title}>
        <h1 className={styles.name}>{offer.title}</h1>
        {isMine ? null : (
          <Menu
            label="Действия с объявлением"
            items={[
              shareItem({ kind: 'ad', id: offer._id }),
              bookmarkItem({ kind: 'ad', id: offer._id }),
              reportItem({ kind: 'ad', id: offer._id }),
            ]}
          />
        )}
      </div>
      <p className={styles.price}>{priceOf(offer.price)}</p>
      <OfferFacts offer={offer} isMine={isMine} />
      {isMine ? (
        <OwnerDashboard offer={offer} />
      ) : (
        <div className={styles.doing}>
          <div className={styles.write}>
            {write}
            <MarkButton offer={offer} />
          </div>
          {offer.phone === '' ? null : <PhoneButton offer={offer} />}
        </div>
      )}
      {isMine && offer.phone !== '' ? (
        <p className={styles.own}>
          <IconPhone size={16} aria-hidden="true" />
          {offer.phone}
          <span className={styles.helpText}>видят только те, кто нажмёт «Показать телефон»</span>
        </p>
      ) : null}
    </Card>
  );
}
