export { findChannels, findVideos, handleVideoEvent, useChannel, useVideo } from './api.ts';
export { ChangedChannel, NewChannel } from './editing/channel-form.tsx';
export { ChannelHead } from './channels/channel-head.tsx';
export { ChangedVideo } from './editing/changed-video.tsx';
export { HelpersCard } from './channels/helpers-card.tsx';
export { HostNav } from './host-nav.tsx';
export {
  CategoryList,
  ChannelSearch,
  ChannelVideos,
  HostHome,
  RecommendedChannels,
  Subscriptions,
  VideoList,
  VideoSearch,
} from './host-screens.tsx';
export { WatchHistory, WatchLater } from './kept-screens.tsx';
export { makeVideoUploads } from './editing/video-uploads.ts';
export { NewVideo } from './editing/new-video.tsx';
export { Playlists } from './playlists/playlists.tsx';
export { PlaylistScreen } from './playlists/playlist-screen.tsx';
export { OpenPlayer } from './player/open-player.tsx';
export { Poster } from './poster.tsx';
export { Watch } from './watch/watch.tsx';
export { viewsOf } from './words.ts';
export { subscribersOf } from '#lib/text/subscribers.ts';
export { PostVideo } from './post-video.tsx';
export { VideoPicker } from './video-picker.tsx';
export { VideoLinkCard } from './link-card.tsx';
