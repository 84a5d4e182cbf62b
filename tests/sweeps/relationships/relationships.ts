import type { Things } from '../access-row.ts';

type Refusal = 400 | 403 | 404 | 409 | 415;
/**
 * How a user is related to the owner's objects, and how their answers differ from a stranger's:
 * calls that are not listed are answered as to a stranger.
 */
export type Relationship = {
  /** Calls that involve none of these are answered as to a stranger. */
  near: readonly (keyof Things)[];
  /** Answered, and nothing changes. */
  reads?: readonly string[];
  /**
   * Permitted, and may change data or send events; called in this order after everything that
   * changes nothing.
   */
  acts?: readonly string[];
  refused?: Readonly<Record<string, Refusal>>;
  /** Deletions of what another call has deleted: called after it, and therefore refused. */
  after?: Readonly<Record<string, Refusal>>;
  /**
   * The objects are invisible to them: all other calls are answered like this, whatever a stranger
   * gets.
   */
  otherwise?: Refusal;
  /** They may make the admin's calls. */
  isAdmin?: true;
};
export const refused = (status: Refusal, ...calls: string[]): Record<string, Refusal> =>
  Object.fromEntries(calls.map((call) => [call, status]));

export const ROOM: readonly (keyof Things)[] = ['roomId', 'messageId', 'pollId', 'pollOptionId'];
export const GROUP: readonly (keyof Things)[] = ['groupId', 'groupMessageId'];
export const PUBLIC: readonly (keyof Things)[] = [
  'publicId',
  'articleId',
  'articleCommentId',
  'proposalId',
];
export const CHANNEL: readonly (keyof Things)[] = [
  'channelId',
  'videoId',
  'videoCommentId',
  'playlistId',
];
export const WALL: readonly (keyof Things)[] = [
  'owner',
  'postId',
  'photoId',
  'photoName',
  'commentId',
];
export const FILE: readonly (keyof Things)[] = ['fileId', 'folderId', 'thrownId'];

export const WATCHING = [
  'view/:videoId',
  'likevideo/:id',
  'dislikevideo/:id',
  'likecomment/:id',
  'dislikecomment/:id',
].map((path) => `GET /videohost/useractions/${path}`);
export const OWN_LISTS = [
  'channels/recommendedmain',
  'channels/recommended',
  'channels/subscribes',
  'channels/allsubscribes',
  'videos/recommendedmain',
  'videos/recommendedvideopage',
].map((path) => `GET /videohost/${path}/:userId`);

const IN_GROUP = {
  reads: [
    'GET /group/room/:id',
    'GET /group/messages/:page/:offset',
    'DELETE /group/upload-bg/:roomId',
  ],
  refused: {
    ...refused(
      400,
      'POST /group/upload-bg/:roomId',
      'POST /group/change-avatar/:id',
      'GET /group/invite/:roomId/:userId',
    ),
    ...refused(
      403,
      'DELETE /group/room/:id',
      'DELETE /group/exclude/:roomId/:userId',
      'POST /group/moderator/:roomId/:userId',
      'DELETE /group/moderator/:roomId/:userId',
      'PATCH /voice/:roomId/members/:userId',
      'DELETE /voice/:roomId/members/:userId',
      'DELETE /voice/:roomId/screen/:userId',
    ),
  },
  acts: [
    'GET /group/connect/:roomId/:userId',
    'GET /group/read/:roomId',
    'POST /group/typing/:roomId',
    'POST /group/new-messages/:roomId',
    'POST /group/change-title/:id',
    'POST /group/edit-group/:id',
    'DELETE /group/leave/:id',
  ],
};

/** A relationship that deletes objects comes after the ones that also request them. */
export const RELATIONSHIPS = {
  'the other of a private room': {
    near: ROOM,
    reads: [
      'GET /search-messages',
      'GET /mentionable/:roomId',
      'GET /room/:id',
      'GET /messages/:page/:offset',
      'GET /message-versions/:messageId',
      'DELETE /upload-bg/:roomId',
      'POST /voice/:roomId/leave',
      'POST /voice/:roomId/decline',
      'POST /voice/:roomId/screen/leave',
      'GET /poll/:id',
      'GET /poll/:id/voters/:optionId',
    ],
    refused: {
      ...refused(
        400,
        'POST /upload-bg/:roomId',
        'POST /voice/:roomId/join',
        'POST /voice/:roomId/screen',
        'POST /voice/:roomId/screen/watch',
      ),
      ...refused(403, 'POST /poll/:id/close'),
    },
    // Opening the room and typing are visible to the other member.
    acts: [
      'GET /connect/:roomId/:userId',
      'GET /read/:roomId',
      'POST /typing/:roomId',
      'POST /new-messages/:roomId',
      'POST /forward',
      'POST /reaction/:messageId',
      'DELETE /reaction/:messageId',
      'PUT /poll/:id/vote',
      'POST /pin/:messageId',
      'DELETE /pin/:messageId',
      'PUT /draft/:roomId',
      'POST /mute-room/:roomId',
      'DELETE /mute-room/:roomId',
      'POST /pin-room/:roomId',
      'PUT /pinned-rooms',
      'DELETE /pin-room/:roomId',
      'POST /archive-room/:roomId',
      'DELETE /archive-room/:roomId',
      'DELETE /room-history/:roomId',
      'POST /room-history/:roomId',
      'POST /schedule/:roomId',
    ],
  },
  'a member of the group chat': { near: GROUP, ...IN_GROUP },
  'who was excluded from the group chat': { near: GROUP },
  'who left the group chat': { near: GROUP },
  // A community is no person: users whom its leader blocks keep their access, and can be banned
  // there.
  'who is blocked by the leader of the group': { near: PUBLIC },
  // They stay subscribed and may unsubscribe themselves.
  'a former editor of the group': {
    near: PUBLIC,
    acts: [
      'GET /public/likepost/:postId/:publicId',
      'POST /public/comment/:postId',
      'GET /public/likecomment/:id',
      'POST /public/subscribe/:id',
    ],
  },
  'an editor of the group': {
    near: PUBLIC,
    reads: [
      'GET /public/waiting/:id/:state',
      'GET /public/notifications/:id',
      'GET /public/bans/:id',
    ],
    refused: refused(400, 'POST /public/createpost/:id'),
    acts: [
      'POST /share/:kind/:id/public/:publicId',
      'POST /public/notifications/:id/read',
      'PATCH /public/post/:id',
      'POST /public/post/:id/publish',
      'POST /public/post/:id/pin',
      'DELETE /public/post/:id/pin',
      'GET /public/likepost/:postId/:publicId',
      'POST /public/comment/:postId',
      'GET /public/likecomment/:id',
      'POST /public/bans/:id/:userId',
      'DELETE /public/bans/:id/:userId',
      'DELETE /public/deletepost/:postId',
      // An editor who unsubscribes loses the role.
      'POST /public/subscribe/:id',
      'GET /public/subscribe/:id',
    ],
  },
  'who is banned from the group': {
    near: PUBLIC,
    refused: refused(
      403,
      'GET /public/subscribe/:id',
      'POST /public/propose/:id',
      'GET /public/likepost/:postId/:publicId',
      'POST /public/comment/:postId',
      'GET /public/likecomment/:id',
    ),
  },
  'a former helper of the channel': { near: CHANNEL },
  'a helper of the channel': {
    near: CHANNEL,
    acts: [
      'POST /videohost/videos/edit',
      ...WATCHING,
      'DELETE /videohost/videos/delete/:id',
      'GET /videohost/useractions/subscribe/:channelId',
    ],
  },
  'to whom a file was sent': {
    near: FILE,
    reads: ['GET /cloud/file/:id', 'GET /cloud/filetext/:id', 'GET /cloud/download/:id'],
    refused: { 'GET /cloud/hardfiletext/:id': 415 },
    acts: ['GET /getsentfile/:id'],
  },
  'from whom the file was taken back': { near: FILE },
  'who is blocked by the owner': {
    near: [...WALL, ...ROOM, ...GROUP, ...CHANNEL, ...FILE, 'adId'],
    otherwise: 404,
    reads: [
      // What everyone reads without signing in, they read too; the block dialog says so.
      'GET /open/people/:id',
      'GET /return-password/:id/:link',
      'DELETE /cancel-friends-request/:id',
      'GET /check-notifications/:id',
      'GET /check-friends/:id',
      'DELETE /remove-friend/:id',
      'DELETE /block/:id',
      'DELETE /mute/:id',
      'DELETE /people/suggested/:id/hide',
      'GET /check-rooms/:userId',
      'GET /videohost/channels/channelbyadmin/:userId',
      'DELETE /board/favourite/:id',
      'DELETE /ad/favourite/:id',
      'POST /cloud/checkfolder',
      'DELETE /videohost/history/:videoId',
      'DELETE /videohost/later/:videoId',
    ],
    acts: ['POST /block/:id', 'POST /mute/:id'],
    refused: {
      ...refused(400, 'POST /return-password'),
      ...refused(
        403,
        ...OWN_LISTS,
        ...['innerad', 'promo'].flatMap((at) => [
          `POST /${at}/create/:userId`,
          `GET /${at}/${at === 'promo' ? 'mine' : 'userads'}/:userId`,
          `GET /${at}/userstats/:userId`,
        ]),
      ),
    },
  },
  // They read existing messages, and stay group members.
  'who was blocked after they had talked': {
    near: [...ROOM, ...GROUP],
    reads: [
      'GET /search-messages',
      'GET /mentionable/:roomId',
      'GET /room/:id',
      'GET /messages/:page/:offset',
      'GET /message-versions/:messageId',
      'GET /read/:roomId',
      'POST /voice/:roomId/leave',
      'POST /voice/:roomId/decline',
      'POST /voice/:roomId/screen/leave',
      'GET /poll/:id',
      'GET /poll/:id/voters/:optionId',
      ...IN_GROUP.reads,
    ],
    refused: {
      ...refused(
        403,
        'POST /upload-bg/:roomId',
        'DELETE /upload-bg/:roomId',
        'PUT /poll/:id/vote',
        'POST /reaction/:messageId',
        'DELETE /reaction/:messageId',
        'POST /forward',
        'POST /pin/:messageId',
        'DELETE /pin/:messageId',
        'POST /new-messages/:roomId',
        'PATCH /message/:id',
        'POST /typing/:roomId',
        'POST /schedule/:roomId',
        'POST /voice/:roomId/join',
      ),
      ...refused(400, 'POST /voice/:roomId/screen', 'POST /voice/:roomId/screen/watch'),
      ...IN_GROUP.refused,
    },
    acts: [
      'GET /connect/:roomId/:userId',
      'PUT /draft/:roomId',
      'POST /mute-room/:roomId',
      'DELETE /mute-room/:roomId',
      'POST /pin-room/:roomId',
      'PUT /pinned-rooms',
      'DELETE /pin-room/:roomId',
      'POST /archive-room/:roomId',
      'DELETE /archive-room/:roomId',
      'DELETE /room-history/:roomId',
      'POST /room-history/:roomId',
      'DELETE /message/:id',
      'POST /poll/:id/close',
      ...IN_GROUP.acts,
    ],
  },
} as const satisfies Record<string, Relationship>;
export type RelationshipName = keyof typeof RELATIONSHIPS;
