import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { page } from '#lib/navigation/page.tsx';
import { PageSpinner } from '#ui/feedback/spinner.tsx';
import { VisitorOnly } from './guards.tsx';

const loadSite = () => import('./site-routes.tsx');

export const Landing = page(() => import('./pages/landing.tsx').then((file) => file.Landing));
/** All other pages: their list and the names of their files are more than the landing may weigh. */
export const Site = page(() => loadSite().then((file) => file.SiteRoutes));

/**
 * Loads what the first page at an address needs, so that it is drawn at once. Rejects if a file
 * fails to load.
 */
export async function preloadFirst(path: string, isMember: boolean): Promise<void> {
  const { preloadFirst: preloadPage } = await loadSite();
  await Promise.all([Site.preload(), preloadPage(path, isMember)]);
}

export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        {/* Light pages: no Mantine, no queries. */}
        <Route element={<VisitorOnly />}>
          <Route path="/greeting" element={<Landing />} />
          <Route path="/v2" element={<Landing />} />
        </Route>
        <Route path="*" element={<Site />} />
      </Routes>
    </Suspense>
  );
}
