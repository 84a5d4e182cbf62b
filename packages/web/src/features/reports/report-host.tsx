import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readMeant, subscribeMeant } from './asked.ts';

const ReportForm = lazy(async () => ({ default: (await import('./report-form.tsx')).ReportForm }));

/** Rendered once on the site. Shows the report form when it is requested. */
export function ReportHost() {
  const meant = useSyncExternalStore(subscribeMeant, readMeant, () => null);
  return meant === null ? null : (
    <Suspense fallback={null}>
      <ReportForm key={`${meant.kind} ${meant.id}`} thing={meant} />
    </Suspense>
  );
}
