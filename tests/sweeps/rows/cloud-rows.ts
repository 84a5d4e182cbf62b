import { alike, own, type AccessRow, type Things } from '../access-row.ts';

const cloudFile = (things: Things) => ({ id: things.fileId });
const cloudFolder = (things: Things) => ({ id: things.folderId });

/** Calls of the cloud. */
export const CLOUD_ROWS: Record<string, AccessRow> = {
  'POST /cloud/upload-mobile': own,
  'POST /cloud/checkfolder': {
    stranger: 'reads',
    body: ({ folderId }) => ({ name: 'Новая', folderId }),
  },
  'POST /cloud/mkdir': { stranger: 404, body: ({ folderId }) => ({ name: 'Чужая', folderId }) },
  'POST /cloud/filesbyfolder': { stranger: 404, body: () => ({ name: 'Сейвы' }) },
  'GET /cloud/rootfiles': own,
  'POST /cloud/files': {
    stranger: 404,
    body: ({ folderId }) => ({ folder: JSON.stringify({ name: 'Сейвы', id: folderId }) }),
  },
  'GET /cloud/getpath/:folderId': { stranger: 404, params: ({ folderId }) => ({ folderId }) },
  'GET /cloud/getpath': own,
  'GET /cloud/list': { stranger: 404, query: ({ folderId }) => ({ folder: folderId }) },
  'GET /cloud/search': { stranger: 'reads', query: () => ({ q: 'сундук' }) },
  ...alike(
    { stranger: 404, params: cloudFile },
    'GET /cloud/file/:id',
    'GET /cloud/filetext/:id',
    'GET /cloud/hardfiletext/:id',
    'GET /cloud/download/:id',
    'DELETE /cloud/delete/:id',
    'GET /cloud/delete/:id',
    'GET /cloud/publicfile/:id',
    'GET /cloud/privatefile/:id',
    'GET /getsentfile/:id',
    'GET /cloud/access/:id',
  ),
  'DELETE /rmdir/:id': { stranger: 404, params: cloudFolder },
  'GET /cloud/contents/:id': { stranger: 404, params: cloudFolder },
  'GET /cloud/trash': own,
  'POST /cloud/restore/:id': { stranger: 404, params: ({ thrownId }) => ({ id: thrownId }) },
  'DELETE /cloud/trash/:id': { stranger: 404, params: ({ thrownId }) => ({ id: thrownId }) },
  'DELETE /cloud/trash': own,
  'POST /cloud/rename/:id': {
    stranger: 404,
    params: cloudFile,
    body: () => ({ name: 'чужое.txt' }),
  },
  'POST /cloud/move/:id': { stranger: 404, params: cloudFile, body: () => ({ folderId: '' }) },
  'GET /cloud/usage': own,
  'GET /storage': own,
  'GET /sendfile/:userId/:fileId/:fileName': {
    stranger: 404,
    params: ({ friend, fileId }) => ({ userId: friend, fileId, fileName: 'сундук.txt' }),
  },
  'DELETE /cloud/access/:id/:userId': {
    stranger: 404,
    params: ({ fileId, friend }) => ({ id: fileId, userId: friend }),
  },
};
