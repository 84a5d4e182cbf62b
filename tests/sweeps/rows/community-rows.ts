import { alike, own, type AccessRow, type Things } from '../access-row.ts';

const ofCommunity = (things: Things) => ({ id: things.publicId });
const inCommunity = (things: Things) => ({ id: things.publicId, userId: things.friend });
const article = (things: Things) => ({ id: things.articleId });
const ofArticle = (things: Things) => ({ postId: things.articleId });

/** Calls of communities. */
export const COMMUNITY_ROWS: Record<string, AccessRow> = {
  'GET /public/all-publics': { stranger: 'reads' },
  'GET /public/own': own,
  'POST /public/create': { stranger: 'own', body: () => ({ name: 'Новая группа' }) },
  'POST /public/edit/:id': {
    stranger: 403,
    params: ofCommunity,
    body: () => ({ name: 'Чужая рука' }),
  },
  ...alike(
    { stranger: 403, params: ofCommunity },
    'DELETE /public/public/:id',
    'GET /public/notifications/:id',
    'POST /public/notifications/:id/read',
    'GET /public/bans/:id',
  ),
  'GET /public/public/:id': { stranger: 'reads', params: ofCommunity },
  ...alike(
    { stranger: 403, params: inCommunity },
    'POST /public/hand-over/:id/:userId',
    'POST /public/editors/:id/:userId',
    'DELETE /public/editors/:id/:userId',
    'DELETE /public/bans/:id/:userId',
  ),
  'GET /public/issubscriber/:id': { stranger: 'reads', params: ofCommunity },
  'GET /public/subscribe/:id': { stranger: 'acts', params: ofCommunity },
  'POST /public/subscribe/:id': {
    stranger: 'reads',
    params: ofCommunity,
    body: () => ({ showedSubscribes: [] }),
  },
  'GET /public/firstsubscribers/:id': { stranger: 'reads', params: ofCommunity },
  'GET /public/subscribes/:id': { stranger: 'reads', params: ofCommunity },
  'GET /public/posts/:id': { stranger: 'reads', params: ofCommunity },
  'GET /public/post/:id': { stranger: 'reads', params: article },
  'GET /public/post/:id/versions': { stranger: 'reads', params: article },
  'GET /public/posthead/:id': { stranger: 'reads', params: article },
  'POST /public/createpost/:id': {
    stranger: 403,
    params: ofCommunity,
    body: () => ({ title: 'Не моё' }),
  },
  'POST /public/propose/:id': {
    stranger: 400,
    params: ofCommunity,
    body: () => ({ title: 'Без картинки' }),
  },
  'PATCH /public/post/:id': {
    stranger: 404,
    params: ({ proposalId }) => ({ id: proposalId }),
    body: () => ({ title: 'Не моё' }),
  },
  'POST /public/post/:id/publish': {
    stranger: 404,
    params: ({ proposalId }) => ({ id: proposalId }),
  },
  'DELETE /public/deletepost/:postId': { stranger: 403, params: ofArticle },
  'POST /public/post/:id/pin': { stranger: 403, params: article },
  'DELETE /public/post/:id/pin': { stranger: 403, params: article },
  'GET /public/waiting/:id/:state': {
    stranger: 403,
    params: ({ publicId }) => ({ id: publicId, state: 'scheduled' }),
  },
  'GET /publicnews': own,
  'GET /public/likepost/:postId/:publicId': {
    stranger: 'acts',
    params: ({ articleId, publicId }) => ({ postId: articleId, publicId }),
  },
  'GET /public/comments/:postId': { stranger: 'reads', params: ofArticle },
  'POST /public/comment/:postId': {
    stranger: 'acts',
    params: ofArticle,
    body: () => ({ text: 'Здорово' }),
  },
  'GET /public/likecomment/:id': {
    stranger: 'acts',
    params: ({ articleCommentId }) => ({ id: articleCommentId }),
  },
  'GET /public/editors/:id': { stranger: 'reads', params: ofCommunity },
  'POST /public/bans/:id/:userId': {
    stranger: 403,
    params: inCommunity,
    body: () => ({ reason: 'Просто так' }),
  },
};
