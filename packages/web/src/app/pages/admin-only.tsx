import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useMe } from '#features/profile/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

/** Restricts a page to the admin. Other members are redirected to /home. */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  const isAdmin = useMe().data?.isAdmin;
  if (isAdmin === undefined)
    return (
      <>
        <HiddenHead title={title} />
        <PageSkeleton />
      </>
    );
  return isAdmin ? children : <Navigate to="/home" replace />;
}
