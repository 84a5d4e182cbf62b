import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ReportHost } from '#features/reports/parts.ts';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { MemberData } from './member-data.tsx';
import { Shell } from './shell.tsx';

/** A member's pages: the shell stays while the page inside is loading. */
export function MemberFrame() {
  return (
    <MemberData>
      <Shell>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </Shell>
      <ReportHost />
    </MemberData>
  );
}
