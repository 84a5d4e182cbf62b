import { own, ownersId, type AccessRow, type Things } from '../access-row.ts';

const post = (things: Things) => ({ id: things.postId });

const postOfKind = (things: Things) => ({ kind: 'userpost', id: things.postId });
const gameOfKind = (things: Things) => ({ kind: 'app', id: things.gameId });
const bookmarkFolder = (things: Things) => ({ id: things.bookmarkFolderId });

/** Calls of walls, photos and reactions to them. */
export const WALL_ROWS: Record<string, AccessRow> = {
  'POST /createuserpost': own,
  'DELETE /deleteuserpost/:id': { stranger: 403, params: post },
  'GET /posts/:userId/:page/:offset': {
    stranger: 'reads',
    params: ({ owner }) => ({ userId: owner, page: 1, offset: 0 }),
  },
  'GET /userpost/:id': { stranger: 'reads', params: post },
  'PATCH /userpost/:id': { stranger: 403, params: post, body: () => ({ title: 'чужое' }) },
  'POST /userpost/:id/pin': { stranger: 403, params: post },
  'DELETE /userpost/:id/pin': { stranger: 403, params: post },
  'POST /userpost/:id/publish': { stranger: 403, params: post },
  'DELETE /link-card/:kind/:id': {
    stranger: 404,
    params: ({ postId }) => ({ kind: 'userpost', id: postId }),
  },
  'POST /share/:kind/:id/wall': {
    stranger: 'acts',
    params: gameOfKind,
    body: () => ({ text: 'Да' }),
  },
  'POST /share/:kind/:id/public/:publicId': {
    stranger: 403,
    params: (things) => ({ ...gameOfKind(things), publicId: things.publicId }),
    body: () => ({ text: 'Да' }),
  },
  'GET /share/:kind/:id': { stranger: 'reads', params: postOfKind },
  'GET /search/posts': { stranger: 'own', query: () => ({ q: 'пост' }) },
  'GET /bookmarks': own,
  'GET /bookmarks/:kind/:id': { stranger: 'own', params: postOfKind },
  'PUT /bookmarks/:kind/:id': { stranger: 'own', params: postOfKind, body: () => ({}) },
  'DELETE /bookmarks/:kind/:id': { stranger: 'own', params: postOfKind },
  'GET /bookmark-folders': own,
  'POST /bookmark-folders': { stranger: 'own', body: () => ({ name: 'Папка' }) },
  'PATCH /bookmark-folders/:id': {
    stranger: 404,
    params: bookmarkFolder,
    body: () => ({ name: 'Чужая' }),
  },
  'DELETE /bookmark-folders/:id': { stranger: 404, params: bookmarkFolder },
  'GET /userpost/:id/versions': { stranger: 'reads', params: post },
  'GET /drafts': own,
  'GET /scheduled-posts': own,
  'GET /friendsnews': own,
  'GET /posthead/:id': { stranger: 'reads', params: post },
  'POST /createuserfoto': own,
  'DELETE /deleteuserfoto/:imageUrl': {
    stranger: 404,
    params: ({ photoName }) => ({ imageUrl: photoName }),
  },
  'GET /photos/:userId': { stranger: 'reads', params: ownersId },
  'GET /userphoto/:id': { stranger: 'reads', params: ({ photoId }) => ({ id: photoId }) },
  'GET /check-like/:id': { stranger: 'reads', params: post },
  'GET /like/:id': { stranger: 'acts', params: post },
  'PUT /post-reaction/:id': {
    stranger: 'acts',
    params: post,
    body: () => ({ emoji: '🔥' }),
  },
  'DELETE /post-reaction/:id': { stranger: 'acts', params: post },
  'GET /post-reactions/:id': { stranger: 'reads', params: post },
  'GET /userpost/comments/:postId': { stranger: 'reads', params: ({ postId }) => ({ postId }) },
  'POST /userpost/comment/:postId': {
    stranger: 'acts',
    params: ({ postId }) => ({ postId }),
    body: () => ({ text: 'Здравствуйте' }),
  },
  'PATCH /userpost/comment/:id': {
    stranger: 404,
    params: ({ commentId }) => ({ id: commentId }),
    body: () => ({ text: 'чужое' }),
  },
  'DELETE /userpost/comment/:id': { stranger: 404, params: ({ commentId }) => ({ id: commentId }) },
  'GET /userpost/likecomment/:commentId': {
    stranger: 'acts',
    params: ({ commentId }) => ({ commentId }),
  },
};
