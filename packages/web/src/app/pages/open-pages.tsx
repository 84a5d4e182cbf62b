import { useLocation } from 'react-router';
import {
  OpenArticlePage,
  OpenChannelPage,
  OpenCommunityPage,
  OpenPostPage,
  OpenVideoPage,
  OpenWallPage,
} from '#features/open/parts.ts';
import { VisitorFrame } from '../frame/visitor-frame.tsx';

const PAGES: Record<string, typeof OpenWallPage> = {
  public: OpenCommunityPage,
  publicpost: OpenArticlePage,
  user: OpenWallPage,
  userpost: OpenPostPage,
  video: OpenVideoPage,
  'videohost/video': OpenVideoPage,
  'videohost/channel': OpenChannelPage,
};

/** The pages of members that visitors may read too, in the visitors' frame. */
export function OpenPages() {
  const { pathname } = useLocation();
  const [id = '', ...kind] = pathname.split('/').filter(Boolean).toReversed();
  const Shown = PAGES[kind.toReversed().join('/')]!;
  return (
    <VisitorFrame>
      <Shown key={pathname} id={id} />
    </VisitorFrame>
  );
}
