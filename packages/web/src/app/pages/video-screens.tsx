import { Suspense, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router';
import {
  CategoryList,
  ChannelSearch,
  handleVideoEvent,
  HostHome,
  HostNav,
  Playlists,
  PlaylistScreen,
  RecommendedChannels,
  Subscriptions,
  VideoList,
  VideoSearch,
  WatchHistory,
  WatchLater,
} from '#features/videohost/parts.ts';
import { onLive } from '#lib/network/live.ts';
import { page } from '#lib/navigation/page.tsx';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

const WatchPage = page(() => import('./video-watch.tsx').then((file) => file.WatchPage));
const ChannelPage = page(() => import('./video-channel.tsx').then((file) => file.ChannelPage));
const CreateChannel = page(() => import('./video-forms.tsx').then((file) => file.CreateChannel));
const EditChannel = page(() => import('./video-forms.tsx').then((file) => file.EditChannel));
const CreateVideo = page(() => import('./video-forms.tsx').then((file) => file.CreateVideo));
const EditVideo = page(() => import('./video-forms.tsx').then((file) => file.EditVideo));

/** The video host: its lists share a common header, its other pages have none. */
export function VideoScreens() {
  usePageTitle('Видео');
  const queries = useQueryClient();
  useEffect(() => onLive((event) => handleVideoEvent(queries, event)), [queries]);
  const { id } = useParams();
  const { search } = useLocation();
  // The documented address of a video, /video/{id}.
  if (id !== undefined) return <Navigate to={`/videohost/video/${id}${search}`} replace />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route element={<Listed />}>
          <Route index element={<HostHome />} />
          <Route path="main" element={<HostHome />} />
          <Route path="recommended/videos" element={<VideoList name="recommended" />} />
          <Route path="recommended/channels" element={<RecommendedChannels />} />
          <Route path="new" element={<VideoList name="new" />} />
          <Route path="popular" element={<VideoList name="popular" />} />
          <Route path="interesting" element={<VideoList name="interesting" />} />
          <Route path="subscribes" element={<Subscriptions />} />
          <Route path="category/:name" element={<Category />} />
          <Route path="same/:name" element={<Category isSame />} />
          <Route path="search/:words" element={<Search />} />
          <Route path="channelsearch/:words" element={<Search isChannels />} />
          <Route path="history" element={<WatchHistory />} />
          <Route path="later" element={<WatchLater />} />
          <Route path="playlists" element={<Playlists />} />
          <Route path="playlist/:id" element={<OnePlaylist />} />
        </Route>
        <Route path="create/channel" element={<CreateChannel />} />
        <Route path="edit/channel/:id" element={<EditChannel />} />
        <Route path="create/video" element={<CreateVideo />} />
        <Route path="edit/video/:id" element={<EditVideo />} />
        <Route path="channel/:id" element={<ChannelPage />} />
        <Route path="video/:id" element={<WatchPage />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
const Listed = () => (
  <>
    <HostNav />
    <Outlet />
  </>
);
function Category({ isSame = false }: { isSame?: boolean }) {
  const { name = '' } = useParams();
  return <CategoryList key={name} name={name} isSame={isSame} />;
}
function Search({ isChannels = false }: { isChannels?: boolean }) {
  const { words = '' } = useParams();
  return isChannels ? <ChannelSearch words={words} /> : <VideoSearch words={words} />;
}
function OnePlaylist() {
  const { id = '' } = useParams();
  return <PlaylistScreen key={id} id={id} />;
}
