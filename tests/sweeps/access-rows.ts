/** What stands in the house before a sweep: all of it is the owner's, and the stranger has nothing to do with it. */
export type Things = {
  owner: string; friend: string; stranger: string; sessionId: string;
  roomId: string; messageId: string; postId: string; photoId: string; photoName: string; commentId: string; noticeId: string; groupId: string; groupMessageId: string;
  publicId: string; articleId: string; articleCommentId: string; proposalId: string; folderId: string; fileId: string; thrownId: string;
  gameId: string; gameCommentId: string;
  channelId: string; videoId: string; videoCommentId: string; playlistId: string;
};
/**
 * What a member gets who calls with a thing of somebody else:
 * `own`: the call names nothing of others · `reads`: answered, and nothing changes · `acts`: everybody may do this to others ·
 * a number: refused so, and nothing changes.
 */
export type AccessRow = {
  stranger: 'own' | 'reads' | 'acts' | 400 | 403 | 404;
  params?: (things: Things) => Record<string, string | number>;
  query?: (things: Things) => Record<string, string>;
  body?: (things: Things) => Record<string, unknown>;
};

/** Calls that are refused alike. */
const alike = (row: AccessRow, ...calls: string[]): Record<string, AccessRow> => Object.fromEntries(calls.map((call) => [call, row]));
const own: AccessRow = { stranger: 'own' };
const ownerId = (things: Things) => ({ id: things.owner });
const ownersId = (things: Things) => ({ userId: things.owner });
const room = (things: Things) => ({ roomId: things.roomId });
const message = (things: Things) => ({ id: things.messageId });
const group = (things: Things) => ({ id: things.groupId });
const inGroup = (things: Things) => ({ roomId: things.groupId });
const ofMessage = (things: Things) => ({ messageId: things.messageId });
const post = (things: Things) => ({ id: things.postId });
const ofPublic = (things: Things) => ({ id: things.publicId });
const inPublic = (things: Things) => ({ id: things.publicId, userId: things.friend });
const article = (things: Things) => ({ id: things.articleId });
const ofArticle = (things: Things) => ({ postId: things.articleId });
const game = (things: Things) => ({ id: things.gameId });
const cloudFile = (things: Things) => ({ id: things.fileId });
const cloudFolder = (things: Things) => ({ id: things.folderId });
const ofChannel = (things: Things) => ({ id: things.channelId });
const inChannel = (things: Things) => ({ channelId: things.channelId });
const helper = (things: Things) => ({ id: things.channelId, userId: things.friend });
const ofVideo = (things: Things) => ({ id: things.videoId });
const inVideo = (things: Things) => ({ videoId: things.videoId });
const playlist = (things: Things) => ({ id: things.playlistId });
const inPlaylist = (things: Things) => ({ id: things.playlistId, videoId: things.videoId });
const NEW_PASSWORD = 'respawn-2027';

/** One row for each call, keyed by `METHOD path`. Who may call at all is said by the contract's `access`. */
export const ACCESS_ROWS: Record<string, AccessRow> = {
  'POST /auth/register': own,
  'POST /auth/login': own,
  'POST /auth/logout': own,
  'GET /refresh': own,
  'POST /auth/activate': { stranger: 400, body: () => ({ link: 'x'.repeat(43) }) },
  'POST /auth/resend-activation': own,
  'POST /forgot-password': own,
  'GET /return-password/:id/:link': { stranger: 'reads', params: ({ owner }) => ({ id: owner, link: 'x'.repeat(43) }) },
  'POST /return-password': { stranger: 400, body: ({ owner }) => ({ id: owner, link: 'x'.repeat(43), password: NEW_PASSWORD }) },
  'POST /auth/change-password': own,
  'POST /deleteprofile': { stranger: 403, body: () => ({ password: 'not-the-password' }) },
  'GET /auth/sessions': own,
  'DELETE /auth/sessions/:id': { stranger: 404, params: ({ sessionId }) => ({ id: sessionId }) },

  'GET /make-friends/:id': { stranger: 'acts', params: ownerId },
  'DELETE /cancel-friends-request/:id': { stranger: 'reads', params: ownerId },
  'GET /check-notifications/:id': { stranger: 'reads', params: ownerId },
  'GET /check-friends/:id': { stranger: 'reads', params: ownerId },
  'GET /reply/:to': { stranger: 404, params: ({ friend }) => ({ to: friend }) },
  'DELETE /reject-friends-request/:id': { stranger: 404, params: ({ friend }) => ({ id: friend }) },
  'DELETE /remove-friend/:id': { stranger: 'reads', params: ownerId, body: () => ({ showedFriends: [] }) },
  'DELETE /deletenotification/:title': { stranger: 404, params: ({ noticeId }) => ({ title: noticeId }) },
  'GET /friends/:id': { stranger: 'reads', params: ownerId },

  'GET /notifications': own,
  'POST /notifications/read': own,
  'GET /notifications/unread': own,
  'GET /notifications/settings': own,
  'POST /notifications/settings': { stranger: 'own', body: () => ({ quiet: ['visit'] }) },

  'GET /allusers/:page/:query': { stranger: 'reads', params: () => ({ page: 1, query: 'all' }) },
  'GET /users': { stranger: 'reads' },
  'GET /live': own,
  'GET /weather': own,

  'GET /privacy': own,
  'POST /privacy': own,
  'POST /block/:id': { stranger: 'acts', params: ownerId },
  'DELETE /block/:id': { stranger: 'reads', params: ownerId },
  'GET /blocked': own,
  'POST /mute/:id': { stranger: 'acts', params: ownerId },
  'DELETE /mute/:id': { stranger: 'reads', params: ownerId },
  'GET /muted': own,

  'GET /public/all-publics': { stranger: 'reads' },
  'GET /public/own': own,
  'POST /public/create': { stranger: 'own', body: () => ({ name: 'Новая группа' }) },
  'POST /public/edit/:id': { stranger: 403, params: ofPublic, body: () => ({ name: 'Чужая рука' }) },
  ...alike({ stranger: 403, params: ofPublic }, 'DELETE /public/public/:id', 'GET /public/notifications/:id', 'POST /public/notifications/:id/read', 'GET /public/bans/:id'),
  'GET /public/public/:id': { stranger: 'reads', params: ofPublic },
  ...alike({ stranger: 403, params: inPublic }, 'POST /public/hand-over/:id/:userId', 'POST /public/editors/:id/:userId', 'DELETE /public/editors/:id/:userId', 'DELETE /public/bans/:id/:userId'),
  'GET /public/issubscriber/:id': { stranger: 'reads', params: ofPublic },
  'GET /public/subscribe/:id': { stranger: 'acts', params: ofPublic },
  'POST /public/subscribe/:id': { stranger: 'reads', params: ofPublic, body: () => ({ showedSubscribes: [] }) },
  'GET /public/firstsubscribers/:id': { stranger: 'reads', params: ofPublic },
  'GET /public/subscribes/:id': { stranger: 'reads', params: ofPublic },
  'GET /public/posts/:id': { stranger: 'reads', params: ofPublic },
  'GET /public/post/:id': { stranger: 'reads', params: article },
  'GET /public/posthead/:id': { stranger: 'reads', params: article },
  'POST /public/createpost/:id': { stranger: 403, params: ofPublic, body: () => ({ title: 'Не моё' }) },
  'POST /public/propose/:id': { stranger: 400, params: ofPublic, body: () => ({ title: 'Без картинки' }) },
  'PATCH /public/post/:id': { stranger: 404, params: ({ proposalId }) => ({ id: proposalId }), body: () => ({ title: 'Не моё' }) },
  'POST /public/post/:id/publish': { stranger: 404, params: ({ proposalId }) => ({ id: proposalId }) },
  'DELETE /public/deletepost/:postId': { stranger: 403, params: ofArticle },
  'POST /public/post/:id/pin': { stranger: 403, params: article },
  'DELETE /public/post/:id/pin': { stranger: 403, params: article },
  'GET /public/waiting/:id/:state': { stranger: 403, params: ({ publicId }) => ({ id: publicId, state: 'scheduled' }) },
  'GET /publicnews': own,
  'GET /public/likepost/:postId/:publicId': { stranger: 'acts', params: ({ articleId, publicId }) => ({ postId: articleId, publicId }) },
  'GET /public/comments/:postId': { stranger: 'reads', params: ofArticle },
  'POST /public/comment/:postId': { stranger: 'acts', params: ofArticle, body: () => ({ text: 'Здорово' }) },
  'GET /public/likecomment/:id': { stranger: 'acts', params: ({ articleCommentId }) => ({ id: articleCommentId }) },
  'GET /public/editors/:id': { stranger: 'reads', params: ofPublic },
  'POST /public/bans/:id/:userId': { stranger: 403, params: inPublic, body: () => ({ reason: 'Просто так' }) },

  'GET /games/games': { stranger: 'reads' },
  'GET /games/game/:id': { stranger: 'reads', params: game },
  'GET /games/labels': { stranger: 'reads' },
  'GET /games/versions/:id': { stranger: 'reads', params: game },
  'GET /games/download/:id': { stranger: 'acts', params: game },
  'GET /games/landing': { stranger: 'reads' },
  'GET /games/rate/:id/:rating': { stranger: 'acts', params: ({ gameId }) => ({ id: gameId, rating: 4 }) },
  'DELETE /games/rate/:id': { stranger: 'reads', params: game },
  'POST /games/status/:id': { stranger: 'acts', params: game, body: () => ({ status: 'playing' }) },
  'GET /games/mine/:status': { stranger: 'own', params: () => ({ status: 'playing' }) },
  'GET /games/friends/:id': { stranger: 'reads', params: game },
  'POST /games/comment/:gameId': { stranger: 'acts', params: ({ gameId }) => ({ gameId }), body: () => ({ comment: 'Затягивает' }) },
  'GET /games/likecomment/:commentId': { stranger: 'acts', params: ({ gameCommentId }) => ({ commentId: gameCommentId }) },
  'POST /games/upload': { stranger: 403, body: () => ({ name: 'Чужая рука' }) },
  'POST /games/update/:id': { stranger: 403, params: game, body: () => ({ name: 'Чужая рука' }) },
  'DELETE /games/game/:id': { stranger: 403, params: game },
  'POST /games/landing/:id': { stranger: 403, params: game },
  'DELETE /games/landing/:id': { stranger: 403, params: game },

  'GET /videohost/channels/channelbyadmin/:userId': { stranger: 'reads', params: ownersId },
  'GET /videohost/channels/recommendedmain/:userId': { stranger: 403, params: ownersId },
  'GET /videohost/channels/recommended/:userId': { stranger: 403, params: ownersId },
  'GET /videohost/channels/subscribes/:userId': { stranger: 403, params: ownersId },
  'GET /videohost/channels/allsubscribes/:userId': { stranger: 403, params: ownersId },
  'GET /videohost/channels/all': { stranger: 'reads' },
  'GET /videohost/channels/own': own,
  'GET /videohost/channels/channel/:id': { stranger: 'reads', params: ofChannel },
  'GET /videohost/channels/subscriberscount/:channelId': { stranger: 'reads', params: inChannel },
  'DELETE /videohost/channels/delete/:id': { stranger: 403, params: ofChannel },
  'POST /videohost/channels/create': { stranger: 'own', body: () => ({ name: 'Свой канал' }) },
  'POST /videohost/channels/channelbyname': { stranger: 'reads', body: () => ({ name: 'Рейды в записи' }) },
  'POST /videohost/channels/edit/:id': { stranger: 403, params: ofChannel, body: () => ({ name: 'Чужая рука' }) },
  'GET /videohost/channels/helpers/:id': { stranger: 'reads', params: ofChannel },
  'POST /videohost/channels/helpers/:id/:userId': { stranger: 403, params: helper },
  'DELETE /videohost/channels/helpers/:id/:userId': { stranger: 403, params: helper },
  'GET /videohost/useractions/issubscriber/:channelId': { stranger: 'reads', params: inChannel },
  'GET /videohost/useractions/subscribe/:channelId': { stranger: 'acts', params: inChannel },
  'GET /videohost/videos/videoscount/:channelId': { stranger: 'reads', params: inChannel },
  'GET /videohost/videos/author/:channelId': { stranger: 'reads', params: inChannel },
  'GET /videohost/videos/recommendedmain/:userId': { stranger: 403, params: ownersId },
  'GET /videohost/videos/recommendedvideopage/:userId': { stranger: 403, params: ownersId },
  'GET /videohost/videos/channelvideos/:channelId': { stranger: 'reads', params: inChannel },
  'GET /videohost/videos/new/:date': { stranger: 'reads', params: () => ({ date: '01.01.2026' }) },
  'GET /videohost/videos/all': { stranger: 'reads' },
  'GET /videohost/videos/popular': { stranger: 'reads' },
  'GET /videohost/videos/interesting': own,
  'POST /videohost/videos/same': { stranger: 'reads', body: () => ({ category: 'Гайды' }) },
  'POST /videohost/videos/category': { stranger: 'reads', body: () => ({ category: 'Гайды' }) },
  'GET /videohost/videos/subscribed': own,
  'GET /videohost/videos/video/:id': { stranger: 'reads', params: ofVideo },
  'GET /videohost/videos/isadmin/:videoId': { stranger: 'reads', params: inVideo },
  'DELETE /videohost/videos/delete/:id': { stranger: 403, params: ofVideo },
  'POST /videohost/videos/create': { stranger: 400, body: () => ({ title: 'Без видео' }) },
  'POST /videohost/videos/edit': { stranger: 403, body: ({ videoId }) => ({ id: videoId, title: 'Чужая рука' }) },
  'GET /videohost/useractions/view/:videoId': { stranger: 'acts', params: inVideo },
  'GET /videohost/useractions/likevideo/:id': { stranger: 'acts', params: ofVideo },
  'GET /videohost/useractions/dislikevideo/:id': { stranger: 'acts', params: ofVideo },
  'GET /videohost/useractions/likecomment/:id': { stranger: 'acts', params: ({ videoCommentId }) => ({ id: videoCommentId }) },
  'GET /videohost/useractions/dislikecomment/:id': { stranger: 'acts', params: ({ videoCommentId }) => ({ id: videoCommentId }) },
  'POST /videohost/useractions/progress/:videoId': { stranger: 'acts', params: inVideo, body: () => ({ second: 1 }) },
  'GET /videohost/videos/comments/:videoId': { stranger: 'reads', params: inVideo },
  'POST /videohost/useractions/comment/:videoId': { stranger: 'acts', params: inVideo, body: () => ({ text: 'Здорово' }) },
  'GET /videohost/videos/moments/:videoId': { stranger: 'reads', params: inVideo },
  'GET /videohost/history': own,
  'DELETE /videohost/history/:videoId': { stranger: 'reads', params: inVideo },
  'DELETE /videohost/history': own,
  'GET /videohost/later': own,
  'POST /videohost/later/:videoId': { stranger: 'acts', params: inVideo },
  'DELETE /videohost/later/:videoId': { stranger: 'acts', params: inVideo },
  'GET /videohost/playlists': own,
  'POST /videohost/playlists': { stranger: 'own', body: () => ({ name: 'Своё' }) },
  'GET /videohost/playlists/:id': { stranger: 404, params: playlist },
  'POST /videohost/playlists/:id': { stranger: 404, params: playlist, body: () => ({ name: 'Чужая рука' }) },
  'DELETE /videohost/playlists/:id': { stranger: 404, params: playlist },
  'POST /videohost/playlists/:id/:videoId': { stranger: 404, params: inPlaylist },
  'DELETE /videohost/playlists/:id/:videoId': { stranger: 404, params: inPlaylist },

  'POST /report': { stranger: 'acts', body: ({ postId }) => ({ kind: 'userpost', id: postId, reason: 'spam' }) },

  'GET /user-by-token': own,
  'GET /user/:id': { stranger: 'reads', params: ownerId },
  'GET /user-profile/:id': { stranger: 'reads', params: ownerId },
  'GET /visit/:id': { stranger: 'acts', params: ownerId },
  'POST /editprofile': own,
  'POST /update-images': own,

  'POST /admin/sendmessage': own,

  'POST /export': own,
  'GET /export': own,
  'DELETE /export': own,
  'GET /export/:link': { stranger: 404, params: () => ({ link: 'x'.repeat(43) }) },

  'POST /createuserpost': own,
  'DELETE /deleteuserpost/:id': { stranger: 403, params: post },
  'GET /posts/:userId/:page/:offset': { stranger: 'reads', params: ({ owner }) => ({ userId: owner, page: 1, offset: 0 }) },
  'GET /userpost/:id': { stranger: 'reads', params: post },
  'PATCH /userpost/:id': { stranger: 403, params: post, body: () => ({ title: 'чужое' }) },
  'POST /userpost/:id/pin': { stranger: 403, params: post },
  'DELETE /userpost/:id/pin': { stranger: 403, params: post },
  'POST /userpost/:id/publish': { stranger: 403, params: post },
  'GET /drafts': own,
  'GET /friendsnews': own,
  'GET /posthead/:id': { stranger: 'reads', params: post },

  'POST /createuserfoto': own,
  'DELETE /deleteuserfoto/:imageUrl': { stranger: 404, params: ({ photoName }) => ({ imageUrl: photoName }) },
  'GET /photos/:userId': { stranger: 'reads', params: ownersId },
  'GET /userphoto/:id': { stranger: 'reads', params: ({ photoId }) => ({ id: photoId }) },

  'GET /check-like/:id': { stranger: 'reads', params: post },
  'GET /like/:id': { stranger: 'acts', params: post },
  'GET /userpost/comments/:postId': { stranger: 'reads', params: ({ postId }) => ({ postId }) },
  'POST /userpost/comment/:postId': { stranger: 'acts', params: ({ postId }) => ({ postId }), body: () => ({ text: 'Здравствуйте' }) },
  'PATCH /userpost/comment/:id': { stranger: 404, params: ({ commentId }) => ({ id: commentId }), body: () => ({ text: 'чужое' }) },
  'DELETE /userpost/comment/:id': { stranger: 404, params: ({ commentId }) => ({ id: commentId }) },
  'GET /userpost/likecomment/:commentId': { stranger: 'acts', params: ({ commentId }) => ({ commentId }) },

  'GET /get-rooms': own,
  'GET /rooms/unread': own,
  'GET /check-rooms/:userId': { stranger: 'reads', params: ownersId },
  'GET /create-room/:userId': { stranger: 'acts', params: ownersId },
  'GET /get-room-id/:userId': { stranger: 404, params: ({ friend }) => ({ userId: friend }) },
  'GET /room-by-users/:userId': { stranger: 404, params: ({ friend }) => ({ userId: friend }) },
  'GET /room/:id': { stranger: 404, params: ({ roomId }) => ({ id: roomId }) },
  'GET /connect/:roomId/:userId': { stranger: 404, params: ({ roomId, stranger }) => ({ roomId, userId: stranger }) },
  'GET /messages/:page/:offset': { stranger: 404, params: () => ({ page: 1, offset: 0 }), query: ({ roomId }) => ({ room: roomId }) },
  'POST /new-messages/:roomId': { stranger: 404, params: room, body: () => ({ message: 'чужое' }) },
  'PATCH /message/:id': { stranger: 404, params: message, body: () => ({ message: 'чужое' }) },
  'DELETE /message/:id': { stranger: 404, params: message },
  ...alike({ stranger: 404, params: room }, 'GET /read/:roomId', 'POST /typing/:roomId', 'GET /mentionable/:roomId', 'POST /mute-room/:roomId', 'DELETE /mute-room/:roomId', 'POST /upload-bg/:roomId', 'DELETE /upload-bg/:roomId'),

  'POST /group/create': { stranger: 'own', body: () => ({ title: 'Своя беседа' }) },
  ...alike({ stranger: 404, params: group }, 'GET /group/room/:id', 'DELETE /group/room/:id', 'POST /group/change-avatar/:id', 'DELETE /group/leave/:id'),
  'POST /group/change-title/:id': { stranger: 404, params: group, body: () => ({ title: 'Чужая' }) },
  'POST /group/edit-group/:id': { stranger: 404, params: group, body: () => ({ description: 'Чужая' }) },
  'DELETE /group/exclude/:roomId/:userId': { stranger: 404, params: ({ groupId, friend }) => ({ roomId: groupId, userId: friend }) },
  'GET /group/invite/:roomId/:userId': { stranger: 404, params: ({ groupId, stranger }) => ({ roomId: groupId, userId: stranger }) },
  'GET /group/connect/:roomId/:userId': { stranger: 404, params: ({ groupId, stranger }) => ({ roomId: groupId, userId: stranger }) },
  'GET /group/messages/:page/:offset': { stranger: 404, params: () => ({ page: 1, offset: 0 }), query: ({ groupId }) => ({ room: groupId }) },
  'POST /group/new-messages/:roomId': { stranger: 404, params: inGroup, body: () => ({ message: 'чужое' }) },
  'PATCH /group/message/:id': { stranger: 404, params: ({ groupMessageId }) => ({ id: groupMessageId }), body: () => ({ message: 'чужое' }) },
  'DELETE /group/message/:id': { stranger: 404, params: ({ groupMessageId }) => ({ id: groupMessageId }) },
  ...alike({ stranger: 404, params: inGroup }, 'GET /group/read/:roomId', 'POST /group/typing/:roomId', 'POST /group/upload-bg/:roomId', 'DELETE /group/upload-bg/:roomId'),
  'POST /reaction/:messageId': { stranger: 404, params: ofMessage, body: () => ({ emoji: '👍' }) },
  'DELETE /reaction/:messageId': { stranger: 404, params: ofMessage, body: () => ({ emoji: '👍' }) },
  'POST /forward': { stranger: 404, body: ({ messageId, roomId }) => ({ messages: [messageId], rooms: [roomId], clientId: 'чужое' }) },
  'POST /pin/:messageId': { stranger: 404, params: ofMessage },
  'DELETE /pin/:messageId': { stranger: 404, params: ofMessage },
  'GET /search-messages': { stranger: 404, query: ({ roomId }) => ({ q: 'Между', room: roomId }) },
  'PUT /draft/:roomId': { stranger: 404, params: room, body: () => ({ text: 'чужое' }) },

  'POST /cloud/upload-mobile': own,
  'POST /cloud/checkfolder': { stranger: 'reads', body: ({ folderId }) => ({ name: 'Новая', folderId }) },
  'POST /cloud/mkdir': { stranger: 404, body: ({ folderId }) => ({ name: 'Чужая', folderId }) },
  'POST /cloud/filesbyfolder': { stranger: 404, body: () => ({ name: 'Сейвы' }) },
  'GET /cloud/rootfiles': own,
  'POST /cloud/files': { stranger: 404, body: ({ folderId }) => ({ folder: JSON.stringify({ name: 'Сейвы', id: folderId }) }) },
  'GET /cloud/getpath/:folderId': { stranger: 404, params: ({ folderId }) => ({ folderId }) },
  'GET /cloud/getpath': own,
  'GET /cloud/list': { stranger: 404, query: ({ folderId }) => ({ folder: folderId }) },
  'GET /cloud/search': { stranger: 'reads', query: () => ({ q: 'сундук' }) },
  ...alike({ stranger: 404, params: cloudFile }, 'GET /cloud/file/:id', 'GET /cloud/filetext/:id', 'GET /cloud/hardfiletext/:id', 'GET /cloud/download/:id', 'DELETE /cloud/delete/:id', 'GET /cloud/delete/:id', 'GET /cloud/publicfile/:id', 'GET /cloud/privatefile/:id', 'GET /getsentfile/:id', 'GET /cloud/access/:id'),
  'DELETE /rmdir/:id': { stranger: 404, params: cloudFolder },
  'GET /cloud/contents/:id': { stranger: 404, params: cloudFolder },
  'GET /cloud/trash': own,
  'POST /cloud/restore/:id': { stranger: 404, params: ({ thrownId }) => ({ id: thrownId }) },
  'DELETE /cloud/trash/:id': { stranger: 404, params: ({ thrownId }) => ({ id: thrownId }) },
  'DELETE /cloud/trash': own,
  'POST /cloud/rename/:id': { stranger: 404, params: cloudFile, body: () => ({ name: 'чужое.txt' }) },
  'POST /cloud/move/:id': { stranger: 404, params: cloudFile, body: () => ({ folderId: '' }) },
  'GET /cloud/usage': own,
  'GET /sendfile/:userId/:fileId/:fileName': { stranger: 404, params: ({ friend, fileId }) => ({ userId: friend, fileId, fileName: 'сундук.txt' }) },
  'DELETE /cloud/access/:id/:userId': { stranger: 404, params: ({ fileId, friend }) => ({ id: fileId, userId: friend }) },
};
