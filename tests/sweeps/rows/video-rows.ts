import { own, ownersId, type AccessRow, type Things } from '../access-row.ts';

const ofChannel = (things: Things) => ({ id: things.channelId });
const inChannel = (things: Things) => ({ channelId: things.channelId });
const helper = (things: Things) => ({ id: things.channelId, userId: things.friend });
const ofVideo = (things: Things) => ({ id: things.videoId });
const inVideo = (things: Things) => ({ videoId: things.videoId });
const playlist = (things: Things) => ({ id: things.playlistId });
const inPlaylist = (things: Things) => ({ id: things.playlistId, videoId: things.videoId });

/** Calls of the video host. */
export const VIDEO_ROWS: Record<string, AccessRow> = {
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
  'POST /videohost/channels/channelbyname': {
    stranger: 'reads',
    body: () => ({ name: 'Рейды в записи' }),
  },
  'POST /videohost/channels/edit/:id': {
    stranger: 403,
    params: ofChannel,
    body: () => ({ name: 'Чужая рука' }),
  },
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
  'POST /videohost/videos/edit': {
    stranger: 403,
    body: ({ videoId }) => ({ id: videoId, title: 'Чужая рука' }),
  },
  'GET /videohost/useractions/view/:videoId': { stranger: 'acts', params: inVideo },
  'GET /videohost/useractions/likevideo/:id': { stranger: 'acts', params: ofVideo },
  'GET /videohost/useractions/dislikevideo/:id': { stranger: 'acts', params: ofVideo },
  'GET /videohost/useractions/likecomment/:id': {
    stranger: 'acts',
    params: ({ videoCommentId }) => ({ id: videoCommentId }),
  },
  'GET /videohost/useractions/dislikecomment/:id': {
    stranger: 'acts',
    params: ({ videoCommentId }) => ({ id: videoCommentId }),
  },
  'POST /videohost/useractions/progress/:videoId': {
    stranger: 'acts',
    params: inVideo,
    body: () => ({ second: 1 }),
  },
  'GET /videohost/videos/comments/:videoId': { stranger: 'reads', params: inVideo },
  'POST /videohost/useractions/comment/:videoId': {
    stranger: 'acts',
    params: inVideo,
    body: () => ({ text: 'Здорово' }),
  },
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
  'POST /videohost/playlists/:id': {
    stranger: 404,
    params: playlist,
    body: () => ({ name: 'Чужая рука' }),
  },
  'DELETE /videohost/playlists/:id': { stranger: 404, params: playlist },
  'POST /videohost/playlists/:id/:videoId': { stranger: 404, params: inPlaylist },
  'DELETE /videohost/playlists/:id/:videoId': { stranger: 404, params: inPlaylist },
};
