import { useRef } from 'react';
import { useLocation } from 'react-router';
import { page } from '#lib/navigation/page.tsx';
import { signedOutByChoice, useSession } from '#lib/network/session.ts';
import { MemberOnly } from './guards.tsx';

/** The pages that may be open to everyone, those that `OpenPages` has: one object by its id. */
const OPEN =
  /^\/(?:public|publicpost|user|userpost|video|videohost\/(?:channel|video))\/[0-9a-fA-F-]{36}\/?$/;
const OpenPages = page(() => import('./pages/open-pages.tsx').then((file) => file.OpenPages));

/**
 * Shows visitors the pages that may be open to everyone; everything else is for members. A member
 * whose session ends on such a page is asked to sign in again, and keeps the place.
 */
export function OpenOrMember() {
  const session = useSession();
  const { pathname } = useLocation();
  const wasMember = useRef(session !== null).current;
  const isVisit = session === null && !wasMember && !signedOutByChoice();
  return isVisit && OPEN.test(pathname) ? <OpenPages /> : <MemberOnly />;
}
