import type { Things } from './access-row.ts';
import {
  CHANNEL,
  FILE,
  GROUP,
  OWN_LISTS,
  PUBLIC,
  refused,
  ROOM,
  WALL,
  WATCHING,
  type Relationship,
} from './relationships.ts';

const SELLING: readonly (keyof Things)[] = ['adId', 'otherAdId', 'savedSearchId'];
const PROMO: readonly (keyof Things)[] = ['promoId', 'otherPromoId'];
const PAGE: readonly (keyof Things)[] = [...WALL, 'sessionId', 'passkeyId', 'noticeId'];
const ALL: readonly (keyof Things)[] = [
  ...PAGE,
  ...ROOM,
  ...GROUP,
  ...PUBLIC,
  ...CHANNEL,
  ...FILE,
  ...SELLING,
  ...PROMO,
  'gameId',
  'gameCommentId',
];

const byBoth = (...calls: string[]) =>
  calls.flatMap((call) => [
    call,
    call.replace(' /board/offer/', ' /board/ad/').replace(' /board', ' /ad'),
  ]);
const CABINET = [
  'GET /innerad/userads/:userId',
  'GET /innerad/userstats/:userId',
  'GET /promo/mine/:userId',
  'GET /promo/userstats/:userId',
];
const NEW_PROMO = ['POST /innerad/create/:userId', 'POST /promo/create/:userId'];

/**
 * The owners of the objects, and the admin: they run on a server that nobody has used before. Their
 * deletions come last.
 */
export const OWNER_RELATIONSHIPS = {
  'who has the like of all of it': { near: ALL, acts: ['POST /block/:id'] },
  'the owner of a page': {
    near: PAGE,
    reads: [
      ...CABINET,
      'GET /videohost/channels/subscribes/:userId',
      'GET /videohost/channels/allsubscribes/:userId',
      'GET /visit/:id',
    ],
    refused: {
      ...refused(
        400,
        ...NEW_PROMO,
        'GET /make-friends/:id',
        'POST /block/:id',
        'POST /mute/:id',
        'POST /people/suggested/:id/hide',
        'GET /create-room/:userId',
        'POST /report',
      ),
      ...refused(404, 'POST /userpost/:id/publish'),
    },
    // Personal lists are cached for a while.
    acts: [
      'DELETE /deletenotification/:title',
      ...OWN_LISTS.filter((call) => !call.includes('subscribes')),
      'PATCH /userpost/:id',
      'POST /userpost/:id/pin',
      'DELETE /userpost/:id/pin',
      'GET /like/:id',
      'POST /userpost/comment/:postId',
      'GET /userpost/likecomment/:commentId',
      'PATCH /userpost/comment/:id',
      'DELETE /userpost/comment/:id',
      'DELETE /deleteuserfoto/:imageUrl',
      'DELETE /deleteuserpost/:id',
      'DELETE /auth/passkeys/:id',
      'DELETE /auth/sessions/:id',
    ],
  },
  'who talks': {
    near: ROOM,
    reads: [
      'GET /search-messages',
      'GET /mentionable/:roomId',
      'GET /room/:id',
      'GET /messages/:page/:offset',
      'DELETE /upload-bg/:roomId',
      'GET /poll/:id',
    ],
    refused: {
      ...refused(400, 'POST /upload-bg/:roomId'),
      ...refused(403, 'GET /poll/:id/voters/:optionId'),
    },
    acts: [
      'GET /connect/:roomId/:userId',
      'GET /read/:roomId',
      'POST /typing/:roomId',
      'POST /new-messages/:roomId',
      'POST /forward',
      'POST /reaction/:messageId',
      'DELETE /reaction/:messageId',
      'PUT /poll/:id/vote',
      'POST /poll/:id/close',
      'POST /pin/:messageId',
      'DELETE /pin/:messageId',
      'PUT /draft/:roomId',
      'POST /mute-room/:roomId',
      'DELETE /mute-room/:roomId',
      'PATCH /message/:id',
      'DELETE /message/:id',
    ],
  },
  'the creator of the group chat': {
    near: GROUP,
    reads: [
      'GET /group/room/:id',
      'GET /group/messages/:page/:offset',
      'DELETE /group/upload-bg/:roomId',
    ],
    refused: refused(
      400,
      'POST /group/upload-bg/:roomId',
      'POST /group/change-avatar/:id',
      'GET /group/invite/:roomId/:userId',
    ),
    acts: [
      'GET /group/connect/:roomId/:userId',
      'GET /group/read/:roomId',
      'POST /group/typing/:roomId',
      'POST /group/new-messages/:roomId',
      'POST /group/change-title/:id',
      'POST /group/edit-group/:id',
      'PATCH /group/message/:id',
      'DELETE /group/message/:id',
      'DELETE /group/exclude/:roomId/:userId',
      'DELETE /group/room/:id',
    ],
    after: refused(404, 'DELETE /group/leave/:id'),
  },
  'the leader of the group': {
    near: PUBLIC,
    reads: [
      'GET /public/waiting/:id/:state',
      'GET /public/notifications/:id',
      'GET /public/bans/:id',
    ],
    refused: refused(400, 'POST /public/createpost/:id'),
    acts: [
      'POST /public/edit/:id',
      'POST /public/notifications/:id/read',
      'PATCH /public/post/:id',
      'POST /public/post/:id/publish',
      'POST /public/post/:id/pin',
      'DELETE /public/post/:id/pin',
      'GET /public/likepost/:postId/:publicId',
      'POST /public/comment/:postId',
      'GET /public/likecomment/:id',
      'POST /public/editors/:id/:userId',
      'DELETE /public/editors/:id/:userId',
      'POST /public/bans/:id/:userId',
      'DELETE /public/bans/:id/:userId',
      'DELETE /public/deletepost/:postId',
      'POST /public/subscribe/:id',
      'DELETE /public/public/:id',
    ],
    after: refused(404, 'POST /public/hand-over/:id/:userId'),
  },
  'the owner of the channel': {
    near: CHANNEL,
    reads: ['GET /videohost/playlists/:id'],
    acts: [
      'POST /videohost/channels/edit/:id',
      'POST /videohost/videos/edit',
      ...WATCHING,
      'POST /videohost/playlists/:id',
      'DELETE /videohost/playlists/:id/:videoId',
      'POST /videohost/playlists/:id/:videoId',
      'POST /videohost/channels/helpers/:id/:userId',
      'DELETE /videohost/channels/helpers/:id/:userId',
      'DELETE /videohost/playlists/:id',
      'DELETE /videohost/videos/delete/:id',
      'DELETE /videohost/channels/delete/:id',
    ],
  },
  'the owner of the file': {
    near: FILE,
    reads: [
      'POST /cloud/files',
      'GET /cloud/getpath/:folderId',
      'GET /cloud/list',
      'GET /cloud/file/:id',
      'GET /cloud/filetext/:id',
      'GET /cloud/download/:id',
      'GET /cloud/access/:id',
      'GET /cloud/contents/:id',
    ],
    after: refused(404, 'GET /cloud/delete/:id', 'DELETE /cloud/trash/:id'),
    refused: { 'GET /cloud/hardfiletext/:id': 415 },
    acts: [
      'POST /cloud/mkdir',
      'POST /cloud/rename/:id',
      'POST /cloud/move/:id',
      'GET /cloud/publicfile/:id',
      'GET /cloud/privatefile/:id',
      'GET /sendfile/:userId/:fileId/:fileName',
      'DELETE /cloud/access/:id/:userId',
      'POST /cloud/restore/:id',
      'DELETE /cloud/delete/:id',
      'DELETE /rmdir/:id',
    ],
  },
  'the seller': {
    near: SELLING,
    acts: [
      ...byBoth('POST /board/edit/:id', 'POST /board/prolong/:id', 'POST /board/close/:id'),
      'DELETE /board/searches/:id',
      'DELETE /board/:id',
      'DELETE /ad/:id',
    ],
    after: refused(404, 'DELETE /ad/searches/:id'),
  },
  'who advertises': {
    near: PROMO,
    reads: ['GET /innerad/stats/:id', 'GET /promo/stats/:id'],
    acts: [
      'POST /innerad/prolong/:id',
      'POST /promo/prolong/:id',
      'DELETE /innerad/:id',
      'DELETE /promo/:id',
    ],
  },
  'the admin': {
    near: ALL,
    isAdmin: true,
    reads: ['messages', 'visits', 'state', 'reports', 'members', 'jobs', 'log']
      .map((part) => `GET /admin/${part}`)
      .concat(CABINET, [
        'GET /innerad/stats/:id',
        'GET /promo/stats/:id',
        'GET /innerad/waiting',
        'GET /promo/waiting',
      ]),
    // There is no such event, message or case; the ads are approved already.
    refused: {
      ...refused(400, 'POST /upload-something'),
      ...refused(
        404,
        'POST /admin/messages/:id/answer',
        'POST /admin/messages/:id/state',
        'POST /admin/reports/:id/close',
        'POST /aep/event/:id',
        'DELETE /aep/event/:id',
      ),
      ...refused(
        409,
        'DELETE /admin/jobs/:id',
        ...['promo', 'innerad'].flatMap((at) => [
          `POST /${at}/approve/:id`,
          `POST /${at}/refuse/:id`,
        ]),
      ),
    },
    acts: [
      'POST /aep/new-event',
      'POST /admin/jobs/:id/retry',
      'POST /games/upload',
      'POST /games/update/:id',
      'POST /games/landing/:id',
      'DELETE /games/landing/:id',
      'DELETE /games/game/:id',
      'DELETE /board/:id',
      'DELETE /ad/:id',
      'DELETE /promo/:id',
      'DELETE /innerad/:id',
      'DELETE /public/deletepost/:postId',
      'DELETE /public/public/:id',
      'DELETE /videohost/videos/delete/:id',
      'DELETE /videohost/channels/delete/:id',
      'POST /admin/takedown',
      'POST /admin/suspend/:id',
      'DELETE /admin/suspend/:id',
      'POST /block/:id',
    ],
  },
} as const satisfies Record<string, Relationship>;
export type OwnerRelationshipName = keyof typeof OWNER_RELATIONSHIPS;
