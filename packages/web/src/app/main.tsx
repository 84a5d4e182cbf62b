import '#ui/document.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { watchSteps } from '#lib/navigation/history-steps.ts';
import { startSessionRenewal } from '#lib/member/session-renewal.ts';
import { getSession } from '#lib/network/session.ts';
import { startTheme } from '#lib/browser/theme.ts';
import { allowPlainTextOnly } from '#lib/text/trusted-text.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { AppRoutes, Landing, preloadFirst, Site } from './routes.tsx';
import { ScrollMemory } from './scroll-memory.tsx';

/** How long the page may stay empty, in ms; after that a spinner is better. */
const TIMEOUT_MS = 1_000;

allowPlainTextOnly();
watchSteps();
startTheme();
startSessionRenewal();

const root = document.getElementById('root')!;
const app = (
  <StrictMode>
    <BrowserRouter>
      <ScrollMemory />
      <ErrorBoundary place="">
        <AppRoutes />
      </ErrorBoundary>
    </BrowserRouter>
  </StrictMode>
);

// greeting.html comes with the landing already drawn. Its chunk must be loaded before React
// hydrates it, or the page would flicker.
if (root.firstElementChild) {
  await Landing.preload();
  hydrateRoot(root, app);
  // Where a visitor goes next, once the landing is idle. If it fails, the page loads it itself.
  setTimeout(() => void Site.preload().catch(() => {}), TIMEOUT_MS);
} else {
  // A page whose chunks are loaded is drawn at once; for each chunk that is still loading, React
  // keeps a spinner for a third of a second. If a chunk fails to load, the page itself requests it
  // again and shows the failure.
  await Promise.race([
    preloadFirst(location.pathname, getSession()?.activated === true).catch(() => {}),
    new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS);
    }),
  ]);
  root.replaceChildren();
  createRoot(root).render(app);
}
