import { alike, own, ownersId, type AccessRow, type Things } from '../access-row.ts';

/**
 * Returns the rows of promo ads: the neutral names use one ad, the documented names another,
 * because what counts once a day would be counted already.
 */
const promoRows = (
  at: string,
  promo: (things: Things) => { id: string },
): Record<string, AccessRow> => ({
  [`POST /${at}/create/:userId`]: {
    stranger: 403,
    params: ownersId,
    body: () => ({ title: 'Чужая рука' }),
  },
  [`GET /${at}/ad/:id`]: { stranger: 'reads', params: promo },
  ...alike(
    { stranger: 403, params: ownersId },
    `GET /${at}/${at === 'promo' ? 'mine' : 'userads'}/:userId`,
    `GET /${at}/userstats/:userId`,
  ),
  ...alike(
    { stranger: 403, params: promo },
    `POST /${at}/prolong/:id`,
    `DELETE /${at}/:id`,
    `GET /${at}/stats/:id`,
    `POST /${at}/approve/:id`,
  ),
  [`POST /${at}/refuse/:id`]: {
    stranger: 403,
    params: promo,
    body: () => ({ reason: 'Не нравится' }),
  },
  [`GET /${at}/waiting`]: { stranger: 403 },
  [`GET /${at}/next`]: own,
  ...alike(
    { stranger: 'acts', params: promo },
    `POST /${at}/view/:id`,
    `GET /${at}/click/:id`,
    `POST /${at}/hide/:id`,
  ),
});

/** Calls of promo ads. */
export const PROMO_ROWS: Record<string, AccessRow> = {
  ...promoRows('promo', ({ promoId }) => ({ id: promoId })),
  ...promoRows('innerad', ({ otherPromoId }) => ({ id: otherPromoId })),
};
