/**
 * The objects that exist before a sweep: all of them belong to the owner, and the stranger has no
 * relation to them.
 */
export type Things = {
  owner: string;
  friend: string;
  stranger: string;
  sessionId: string;
  passkeyId: string;
  roomId: string;
  messageId: string;
  chatFolderId: string;
  scheduledId: string;
  pollId: string;
  pollOptionId: string;
  postId: string;
  photoId: string;
  photoName: string;
  commentId: string;
  noticeId: string;
  groupId: string;
  groupMessageId: string;
  publicId: string;
  articleId: string;
  articleCommentId: string;
  proposalId: string;
  folderId: string;
  fileId: string;
  thrownId: string;
  gameId: string;
  gameCommentId: string;
  channelId: string;
  videoId: string;
  videoCommentId: string;
  playlistId: string;
  adId: string;
  otherAdId: string;
  savedSearchId: string;
  packId: string;
  stickerId: string;
  gifId: string;
  pushDeviceId: string;
  promoId: string;
  otherPromoId: string;
};
/**
 * What a member gets who calls with another user's object: `own`: the call refers to no other
 * user's object · `reads`: answered, and nothing changes · `acts`: everyone may do this to others ·
 * a number: refused with this status, and nothing changes.
 */
export type AccessRow = {
  stranger: 'own' | 'reads' | 'acts' | 400 | 403 | 404;
  params?: (things: Things) => Record<string, string | number>;
  query?: (things: Things) => Record<string, string>;
  body?: (things: Things) => Record<string, unknown>;
};

/** Returns the same row for several calls. */
export const alike = (row: AccessRow, ...calls: string[]): Record<string, AccessRow> =>
  Object.fromEntries(calls.map((call) => [call, row]));
export const own: AccessRow = { stranger: 'own' };
export const ownerId = (things: Things) => ({ id: things.owner });
export const ownersId = (things: Things) => ({ userId: things.owner });
