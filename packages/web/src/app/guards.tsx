import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useIsChecked } from '#lib/member/session-renewal.ts';
import { signedOutByChoice, useSession } from '#lib/network/session.ts';
import { PageSpinner } from '#ui/feedback/spinner.tsx';

/**
 * Restricts pages to members. Visitors are redirected to /login and return afterwards; users who
 * wait for activation are redirected to /notactivated.
 */
export function MemberOnly() {
  const session = useSession();
  const isChecked = useIsChecked();
  const { pathname, search } = useLocation();
  if (session === null && signedOutByChoice()) return <Navigate to="/" replace />;
  if (session === null) return <Navigate to="/login" replace state={{ from: pathname + search }} />;
  if (session.activated) return <Outlet />;
  return isChecked ? <Navigate to="/notactivated" replace /> : <PageSpinner />;
}
/**
 * Restricts the landing and the sign-in pages to visitors. A member is redirected to /home, or to
 * the page requested before signing in.
 */
export function VisitorOnly() {
  const { state } = useLocation();
  if (useSession()?.activated !== true) return <Outlet />;
  return <Navigate to={(state as { from?: string } | null)?.from ?? '/home'} replace />;
}
/**
 * Renders pages that are open to everyone in the frame of the viewer: the member's or the
 * visitor's.
 */
export function Either({ member, visitor }: { member: ReactNode; visitor: ReactNode }) {
  return useSession()?.activated === true ? member : visitor;
}
/** Handles `/` and every unknown path. */
export function Root() {
  const session = useSession();
  const isChecked = useIsChecked();
  const { pathname } = useLocation();
  if (pathname !== '/') return <Navigate to="/" replace />;
  if (session === null) return <Navigate to="/greeting" replace />;
  if (session.activated) return <Navigate to="/home" replace />;
  return isChecked ? <Navigate to="/notactivated" replace /> : <PageSpinner />;
}
