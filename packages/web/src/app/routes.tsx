import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { page } from '#lib/page.tsx';
import { PageSpinner } from '#ui/spinner.tsx';

// Every page is a chunk of its own, named as its file: one line here, one <Route> below.
export const Landing = page(() => import('./pages/landing.tsx').then((file) => file.Landing));
const Providers = page(() => import('./providers.tsx').then((file) => file.Providers));
const TestPage = page(() => import('./pages/test-page.tsx').then((file) => file.TestPage));

export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        {/* Light pages: no Mantine, no queries. */}
        <Route path="/greeting" element={<Landing />} />
        <Route path="/v2" element={<Landing />} />

        <Route element={<Providers />}>
          <Route path="/test-page/*" element={<TestPage />} />
        </Route>

        <Route path="/" element={<Navigate to="/greeting" replace />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
