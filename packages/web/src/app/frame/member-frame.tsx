import { lazy, Suspense, type ContextType } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ReportHost } from '#features/reports/parts.ts';
import { LateUploadPill } from '#ui/files/late-upload-pill.tsx';
import { keepInstallOffer } from '#lib/browser/install-event.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import { InnerLink } from '#ui/media/link-preview.ts';
import { PostVideos } from '#ui/media/post-videos.ts';
import { LateVoice, voiceSlot } from '../late-voice.tsx';
import { VoiceSlot } from '#ui/media/voice-slot.ts';
import { MemberData } from '../member-data.tsx';
import { layoutOf } from '../navigation.ts';
import { WishHost } from '../sharing/wish-host.tsx';
import { Shell } from './shell.tsx';
import { registerUploadKinds } from '../uploads/upload-kinds.ts';

const InnerCard = lazy(async () => ({
  default: (await import('../pages/inner-card.tsx')).InnerCard,
}));

const drawInner = (text: string) => (
  <Suspense fallback={null}>
    <InnerCard text={text} />
  </Suspense>
);

const PostVideo = lazy(async () => ({
  default: (await import('../pages/post-videos.tsx')).PostVideo,
}));
const VideoPicker = lazy(async () => ({
  default: (await import('../pages/post-videos.tsx')).VideoPicker,
}));
const postVideos: ContextType<typeof PostVideos> = {
  draw: (video) => (
    <Suspense fallback={<div style={{ aspectRatio: '16 / 9' }} />}>
      <PostVideo video={video} />
    </Suspense>
  ),
  pick: (props) => (
    <Suspense>
      <VideoPicker {...props} />
    </Suspense>
  ),
};

registerUploadKinds();
keepInstallOffer();
/** The pages that show the progress of uploads themselves. */
const OWN_PROGRESS = ['/cloud', '/videohost/create/video'];

/** The frame of a member's pages: the shell stays while the page inside it loads. */
export function MemberFrame() {
  const { pathname } = useLocation();
  return (
    <MemberData>
      <Shell>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <InnerLink value={drawInner}>
              <PostVideos value={postVideos}>
                <VoiceSlot value={voiceSlot}>
                  <Outlet />
                </VoiceSlot>
              </PostVideos>
            </InnerLink>
          </Suspense>
        </ErrorBoundary>
      </Shell>
      {OWN_PROGRESS.includes(pathname) ? null : (
        <LateUploadPill isRaised={layoutOf(pathname) !== 'page'} />
      )}
      <LateVoice />
      <ReportHost />
      <WishHost />
    </MemberData>
  );
}
