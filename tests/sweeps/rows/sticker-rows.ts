import { alike, own, type AccessRow, type Things } from '../access-row.ts';

const pack = (things: Things) => ({ id: things.packId });
const image = (things: Things) => ({ id: things.stickerId });

/** Calls of packs of stickers and saved GIFs. */
export const STICKER_ROWS: Record<string, AccessRow> = {
  ...alike(own, 'GET /stickers/packs', 'GET /gifs'),
  'PUT /stickers/order': { stranger: 'own', body: () => ({ ids: [] }) },
  'POST /stickers/packs': {
    stranger: 'own',
    body: () => ({ title: 'Свой набор', kind: 'sticker' }),
  },
  'GET /stickers/packs/:id': { stranger: 'reads', params: pack },
  'PUT /stickers/packs/:id/added': { stranger: 'acts', params: pack },
  'DELETE /stickers/packs/:id/added': { stranger: 'acts', params: pack },
  'PUT /stickers/packs/:id': { stranger: 404, params: pack, body: () => ({ title: 'Чужой' }) },
  'POST /stickers/packs/:id/images': { stranger: 404, params: pack },
  'PUT /stickers/packs/:id/order': { stranger: 404, params: pack, body: () => ({ ids: [] }) },
  'PUT /stickers/images/:id': { stranger: 404, params: image, body: () => ({ emoji: '🔥' }) },
  'DELETE /stickers/packs/:id': { stranger: 404, params: pack },
  'DELETE /stickers/images/:id': { stranger: 404, params: image },
  'POST /gifs': {
    stranger: 404,
    body: ({ messageId }) => ({ message: messageId, name: `${'0'.repeat(32)}.webp` }),
  },
  'DELETE /gifs/:id': { stranger: 404, params: ({ gifId }) => ({ id: gifId }) },
};
