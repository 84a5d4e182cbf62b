import { LinkCard, type LinkTarget } from '#ui/media/link-card.tsx';
import { useOffer } from './api.ts';
import { Cover } from './cover.tsx';
import { priceOf } from './words.ts';

/** A card for an offer that a message links to. */
export function OfferLinkCard({ id, to }: LinkTarget) {
  return (
    <LinkCard
      to={to}
      found={useOffer(id)}
      label="объявление"
      gone="Объявление снято или удалено"
      show={(offer) => ({
        title: offer.title,
        text: priceOf(offer.price),
        picture: <Cover offer={offer} sizes="56px" />,
      })}
    />
  );
}
