import { IconMessage2 } from '#ui/icons.ts';
import { WriteButton } from '#features/chats/parts.ts';
import { OfferPage } from '#features/classifieds/parts.ts';
import { WithOffer } from './one-offer.tsx';

/**
 * The page of one offer. The viewer can write to its seller, and the offer is attached to the first
 * message.
 */
export function OneOffer() {
  return (
    <WithOffer>
      {(offer) => (
        <OfferPage
          key={offer._id}
          offer={offer}
          write={
            <WriteButton
              id={offer.user}
              isPrimary
              icon={<IconMessage2 size={18} aria-hidden="true" />}
              label="Написать продавцу"
              about={`/ad/${offer._id}`}
            />
          }
        />
      )}
    </WithOffer>
  );
}
