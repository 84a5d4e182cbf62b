export { findOffers, useOffer } from './api.ts';
export { BoardHead } from './board-head.tsx';
export {
  BoardMain,
  BoardNewest,
  FavouriteOffers,
  OwnOffers,
  SavedSearches,
} from './board-screens.tsx';
export { BoardSearch } from './search/board-search.tsx';
export { OfferLinkCard } from './link-card.tsx';
export { OfferPage } from './offer/offer-page.tsx';
export { priceOf } from './words.ts';
export { ChangedOffer, NewOffer } from './editing/offer-editor.tsx';
