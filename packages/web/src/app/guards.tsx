import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useIsChecked } from '#lib/keeper.ts';
import { leftByChoice, useSession } from '#lib/network/session.ts';
import { PageSpinner } from '#ui/feedback/spinner.tsx';

/** Pages of members: others go to /login and come back; those who wait for activation go to /notactivated. */
export function MemberOnly() {
  const session = useSession();
  const isChecked = useIsChecked();
  const { pathname, search } = useLocation();
  if (session === null && leftByChoice()) return <Navigate to="/" replace />;
  if (session === null) return <Navigate to="/login" replace state={{ from: pathname + search }} />;
  if (session.activated) return <Outlet />;
  return isChecked ? <Navigate to="/notactivated" replace /> : <PageSpinner />;
}
/** The landing and the ways in: a member is at home already, or where they wanted to be before signing in. */
export function VisitorOnly() {
  const { state } = useLocation();
  if (useSession()?.activated !== true) return <Outlet />;
  return <Navigate to={(state as { from?: string } | null)?.from ?? '/home'} replace />;
}
/** Pages that are open to everybody stand in the frame of whoever is looking. */
export function Either({ member, visitor }: { member: ReactNode; visitor: ReactNode }) {
  return useSession()?.activated === true ? member : visitor;
}
/** `/` and every path that nobody knows. */
export function Root() {
  const session = useSession();
  const isChecked = useIsChecked();
  const { pathname } = useLocation();
  if (pathname !== '/') return <Navigate to="/" replace />;
  if (session === null) return <Navigate to="/greeting" replace />;
  if (session.activated) return <Navigate to="/home" replace />;
  return isChecked ? <Navigate to="/notactivated" replace /> : <PageSpinner />;
}
