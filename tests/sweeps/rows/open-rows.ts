import type { AccessRow, Things } from '../access-row.ts';

const community = ({ publicId }: Things) => ({ id: publicId });
const article = ({ articleId }: Things) => ({ id: articleId });
const channel = ({ channelId }: Things) => ({ id: channelId });
const video = ({ videoId }: Things) => ({ id: videoId });

/**
 * What everyone reads, also without signing in. The seeded community and the owner's wall are open;
 * the seeded video is for members, so that it and its channel are absent here for everyone.
 */
export const OPEN_ROWS: Record<string, AccessRow> = {
  'GET /open/communities/:id': { stranger: 'reads', params: community },
  'GET /open/communities/:id/articles': { stranger: 'reads', params: community },
  'GET /open/articles/:id': { stranger: 'reads', params: article },
  'GET /open/articles/:id/comments': { stranger: 'reads', params: article },
  'GET /open/channels/:id': { stranger: 404, params: channel },
  'GET /open/channels/:id/videos': { stranger: 404, params: channel },
  'GET /open/videos/:id': { stranger: 404, params: video },
  'GET /open/videos/:id/comments': { stranger: 404, params: video },
  'GET /open/people/:id': { stranger: 'reads', params: ({ owner }) => ({ id: owner }) },
};
