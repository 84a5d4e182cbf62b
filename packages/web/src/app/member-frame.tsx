import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LateUploadPill } from '#features/cloud/parts.ts';
import { ReportHost } from '#features/reports/parts.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import { MemberData } from './member-data.tsx';
import { layoutOf } from './navigation.ts';
import { Shell } from './shell.tsx';

/** The frame of a member's pages: the shell stays while the page inside it loads. */
export function MemberFrame() {
  const { pathname } = useLocation();
  return (
    <MemberData>
      <Shell>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Shell>
      {pathname === '/cloud' ? null : <LateUploadPill isRaised={layoutOf(pathname) !== 'page'} />}
      <ReportHost />
    </MemberData>
  );
}
