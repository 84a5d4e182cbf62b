import { useEffect, type ReactNode } from 'react';
import { PersonRow } from '#features/people/parts.ts';
import { useMyId } from '#lib/network/session.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { countLook, type Offer } from '../api.ts';
import { SuspicionCard } from '../suspicion-card.tsx';
import { MoreOffers } from './more-offers.tsx';
import { OfferHead } from './offer-head.tsx';
import styles from './offer-page.module.css';
import { OfferPictures } from './offer-pictures.tsx';
import { PassportCard } from './passport-card.tsx';

/** The whole page of an offer. `write` opens the conversation with its seller. */
export function OfferPage({ offer, write }: { offer: Offer; write: ReactNode }) {
  const isMine = useMyId() === offer.user;
  useEffect(() => {
    if (!isMine) void countLook(offer._id);
  }, [offer._id, isMine]);
  return (
    <article className={styles.page} aria-label={offer.title}>
      <div className={styles.main}>
        <OfferPictures offer={offer} />
        <SuspicionCard found={offer.warnings} to={isMine ? 'author' : 'reader'} />
        {offer.description === '' ? null : (
          <Card>
            <CardHead title="Описание" />
            <p className={styles.text}>
              <RichText text={offer.description} mentions={offer.mentions} />
            </p>
          </Card>
        )}
      </div>
      <div className={styles.side}>
        <OfferHead offer={offer} isMine={isMine} write={write} />
        <PassportCard offer={offer} />
        {isMine ? null : (
          <Card inset="flush" aria-label="Продавец">
            <ul className={styles.seller}>
              <PersonRow person={offer.person} text="Продавец" />
            </ul>
          </Card>
        )}
      </div>
      {isMine ? null : <MoreOffers offer={offer} />}
    </article>
  );
}
