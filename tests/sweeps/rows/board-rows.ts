import { own, type AccessRow, type Things } from '../access-row.ts';

const ad = (things: Things) => ({ id: things.adId });
const otherAd = (things: Things) => ({ id: things.otherAdId });

/** Returns the rows of the classifieds by their neutral and their documented names. */
const byBothNames = (rows: Record<string, AccessRow>): Record<string, AccessRow> => ({
  ...rows,
  ...Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [
      key.replace(' /board/offer/', ' /board/ad/').replace(' /board', ' /ad'),
      row,
    ]),
  ),
});
/** Calls of the classifieds. */
export const BOARD_ROWS: Record<string, AccessRow> = {
  'GET /board/ad/:id': { stranger: 'reads', params: ad },
  ...byBothNames({
    'GET /board/all': { stranger: 'reads' },
    'POST /board/new': { stranger: 'reads', body: () => ({ date: '01.01.2026' }) },
    'GET /board/offer/:id': { stranger: 'reads', params: ad },
    'GET /board/phone/:id': { stranger: 'reads', params: ad },
    'GET /board/click/:id': { stranger: 'acts', params: ad },
    'POST /board/create': { stranger: 'own', body: () => ({ title: 'Своё', price: '10' }) },
    'POST /board/edit/:id': { stranger: 403, params: ad, body: () => ({ title: 'Чужая рука' }) },
    'POST /board/prolong/:id': { stranger: 403, params: ad, body: () => ({ dieDate: '3' }) },
    'POST /board/close/:id': { stranger: 403, params: ad },
    'DELETE /board/:id': { stranger: 403, params: ad },
    'GET /board/mine': own,
    'GET /board/favourites': own,
    'POST /board/favourite/:id': { stranger: 'acts', params: ad },
    'DELETE /board/favourite/:id': { stranger: 'reads', params: ad },
    'GET /board/searches': own,
    'POST /board/searches': { stranger: 'own', body: () => ({ q: 'шлем' }) },
    'DELETE /board/searches/:id': {
      stranger: 404,
      params: ({ savedSearchId }) => ({ id: savedSearchId }),
    },
  }),
  // The documented name uses another ad, because an action by the neutral name would be repeated on
  // the same one.
  'GET /ad/click/:id': { stranger: 'acts', params: otherAd },
  'POST /ad/favourite/:id': { stranger: 'acts', params: otherAd },
  'DELETE /ad/:id': { stranger: 403, params: otherAd },
};
