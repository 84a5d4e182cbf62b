import type { AccessRow, Things } from '../access-row.ts';

const game = (things: Things) => ({ id: things.gameId });

/** Calls of the catalogue of games. */
export const CATALOGUE_ROWS: Record<string, AccessRow> = {
  'GET /games/games': { stranger: 'reads' },
  'GET /games/game/:id': { stranger: 'reads', params: game },
  'GET /games/labels': { stranger: 'reads' },
  'GET /games/versions/:id': { stranger: 'reads', params: game },
  'GET /games/download/:id': { stranger: 'acts', params: game },
  'GET /games/landing': { stranger: 'reads' },
  'GET /games/rate/:id/:rating': {
    stranger: 'acts',
    params: ({ gameId }) => ({ id: gameId, rating: 4 }),
  },
  'DELETE /games/rate/:id': { stranger: 'reads', params: game },
  'POST /games/status/:id': { stranger: 'acts', params: game, body: () => ({ status: 'playing' }) },
  'GET /games/mine/:status': { stranger: 'own', params: () => ({ status: 'playing' }) },
  'GET /games/friends/:id': { stranger: 'reads', params: game },
  'POST /games/comment/:gameId': {
    stranger: 'acts',
    params: ({ gameId }) => ({ gameId }),
    body: () => ({ comment: 'Затягивает' }),
  },
  'GET /games/likecomment/:commentId': {
    stranger: 'acts',
    params: ({ gameCommentId }) => ({ commentId: gameCommentId }),
  },
  'POST /games/upload': { stranger: 403, body: () => ({ name: 'Чужая рука' }) },
  'POST /games/update/:id': { stranger: 403, params: game, body: () => ({ name: 'Чужая рука' }) },
  'DELETE /games/game/:id': { stranger: 403, params: game },
  'POST /games/landing/:id': { stranger: 403, params: game },
  'DELETE /games/landing/:id': { stranger: 403, params: game },
};
