import { OfferLinkCard } from '#features/classifieds/parts.ts';

export const OfferLink = OfferLinkCard;
