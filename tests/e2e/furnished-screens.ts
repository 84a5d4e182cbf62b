import type { Things } from '../sweeps/access-row.ts';

const DESK = ['', '/messages', '/reports', '/promos', '/members', '/events', '/files', '/queues', '/log'];
/** Every screen that shows what people wrote, with the things of `furnish` behind the addresses: those of their owner, what a friend sees of them, and the admin's. */
export function furnishedScreens(things: Things): { member: string[]; theirs: string[]; desk: string[] } {
  const { owner, roomId, postId, photoId, groupId, publicId, articleId, fileId, gameId, channelId, videoId, playlistId, adId, otherAdId, promoId } = things;
  return {
    member: [
      '/home', '/home?feed=news', `/user/${owner}`, '/editprofile', '/settings', `/userpost/${postId}`, `/photos/${owner}`, `/userphoto/${photoId}`, '/messages', `/messages/${roomId}`, `/chat/${groupId}`, '/createchat',
      '/cloud', '/cloud?view=trash', `/cloud/file/${fileId}`, '/users', `/friends/${owner}`, `/subscribes/${owner}`, '/notifications', '/createpost',
      '/publics', `/public/${publicId}`, `/public/${publicId}?part=proposed`, `/editpublic/${publicId}`, `/publicnotifications/${publicId}`, `/publicpost/${articleId}`, `/subscribes/${publicId}?of=public`, `/createpublicpost/${publicId}`,
      '/games', `/app/${gameId}`, '/store', `/store/${gameId}`, '/events', '/support', '/portfolio',
      '/videohost', `/videohost/channel/${channelId}`, `/videohost/video/${videoId}`, '/videohost/new', '/videohost/popular', '/videohost/playlists', `/videohost/playlist/${playlistId}`, '/videohost/history', '/videohost/later', `/videohost/edit/channel/${channelId}`, `/videohost/edit/video/${videoId}`,
      '/ad/main', '/ad/new', '/ad/mine', '/ad/favourites', '/ad/searches', `/ad/${adId}`, `/ad/edit/${adId}`, `/ad/${otherAdId}`, '/ad/search?q=script', '/innerad',
    ],
    theirs: ['/home', '/home?feed=news', `/user/${owner}`, '/messages', `/messages/${roomId}`, `/chat/${groupId}`, '/notifications', '/users', `/public/${publicId}`, `/ad/${adId}`, '/innerad', `/innerad/${promoId}`],
    desk: [...DESK.map((part) => `/admin${part}`), '/create-app', `/update-app/${gameId}`],
  };
}
