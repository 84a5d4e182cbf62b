import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconEye, IconPhone } from '#ui/icons.ts';
import { PersonRow } from '#features/people/parts.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { relative } from '#lib/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { countLook, useOffers, usePhone, type Offer } from './api.ts';
import { MarkButton } from './mark-button.tsx';
import { OfferPictures } from './offer-pictures.tsx';
import styles from './offer-page.module.css';
import { OffersGrid } from './offers-grid.tsx';
import { OwnerDashboard } from './owner-dashboard.tsx';
import { PassportCard } from './passport-card.tsx';
import { SuspicionCard } from './suspicion-card.tsx';
import { looksOf, priceOf, searchAddress, statusOf } from './words.ts';

const MORE = 4;
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
            <p className={styles.text}>{offer.description}</p>
          </Card>
        )}
      </div>
      <div className={styles.side}>
        <Card as="header">
          <div className={styles.title}>
            <h1 className={styles.name}>{offer.title}</h1>
            {isMine ? null : (
              <Menu
                label="Действия с объявлением"
                items={[reportItem({ kind: 'ad', id: offer._id })]}
              />
            )}
          </div>
          <p className={styles.price}>{priceOf(offer.price)}</p>
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
            <span>Размещено {relative(offer.date)}</span>
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
              <span className={styles.helpText}>
                видят только те, кто нажмёт «Показать телефон»
              </span>
            </p>
          ) : null}
        </Card>
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
/** Loads the seller's phone number only when it is requested. */
function PhoneButton({ offer }: { offer: Offer }) {
  const phone = usePhone(offer._id);
  if (phone.data !== undefined)
    return (
      <div role="status">
        <ButtonLink
          href={`tel:${phone.data.replace(/[^+\d]/g, '')}`}
          wide
          icon={<IconPhone size={18} aria-hidden="true" />}
        >
          {phone.data}
        </ButtonLink>
      </div>
    );
  const show = () =>
    phone.mutate(undefined, { onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }) });
  return (
    <Button
      wide
      icon={<IconPhone size={18} aria-hidden="true" />}
      busy={phone.isPending}
      onClick={show}
    >
      Показать телефон <span className={styles.masked}>{offer.phone}</span>
    </Button>
  );
}
/** The seller's other offers. */
function MoreOffers({ offer }: { offer: Offer }) {
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
