import { useLocation } from 'react-router';
import {
  OpenArticlePage,
  OpenChannelPage,
  OpenCommunityPage,
  OpenVideoPage,
  OpenWallPage,
} from '#features/open/parts.ts';
import { readOpenAddress } from '../open-addresses.ts';
import { VisitorFrame } from '../visitor-frame.tsx';

const PAGES: Record<string, typeof OpenWallPage> = {
  public: OpenCommunityPage,
  publicpost: OpenArticlePage,
  user: OpenWallPage,
  video: OpenVideoPage,
  'videohost/video': OpenVideoPage,
  'videohost/channel': OpenChannelPage,
};

/** The pages of members that visitors may read too, in the visitors' frame. */
export function OpenPages() {
  const { pathname } = useLocation();
  const { kind, id } = readOpenAddress(pathname)!;
  const Shown = PAGES[kind]!;
  return (
    <VisitorFrame>
      <Shown key={pathname} id={id} />
    </VisitorFrame>
  );
}
