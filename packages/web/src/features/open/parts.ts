export { OpenArticlePage } from './open-article.tsx';
export { OpenChannelPage } from './open-channel.tsx';
export { OpenCommunityPage } from './open-community.tsx';
export { OpenPostPage } from './open-post.tsx';
export { OpenVideoPage } from './open-video.tsx';
export { OpenWallPage } from './open-wall.tsx';
