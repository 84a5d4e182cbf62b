import '#ui/document.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { startKeeper } from '#lib/keeper.ts';
import { getSession } from '#lib/network/session.ts';
import { startTheme } from '#lib/theme.ts';
import { allowPlainTextOnly } from '#lib/trusted-text.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { AppRoutes, Landing, preloadMember } from './routes.tsx';
import { ScrollMemory } from './scroll-memory.tsx';

/** How long nothing at all may be seen; then a spinner is better. */
const PATIENCE_MS = 1_000;

allowPlainTextOnly();
startTheme();
startKeeper();

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

// greeting.html comes with the landing already drawn; it must be loaded before React takes it over, or the page would blink.
if (root.firstElementChild) {
  await Landing.preload();
  hydrateRoot(root, app);
} else {
  // A page whose chunks are here is drawn at once; for each one that it has to wait for, React lets a spinner stand for a third of a second.
  // A chunk that does not come is asked for again, and its failure shown, where its page is.
  if (getSession()?.activated === true)
    await Promise.race([
      preloadMember(location.pathname).catch(() => {}),
      new Promise((resolve) => {
        setTimeout(resolve, PATIENCE_MS);
      }),
    ]);
  root.replaceChildren();
  createRoot(root).render(app);
}
