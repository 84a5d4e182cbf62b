// Draws the landing at build time: build.mjs puts the result into greeting.html, and the browser
// only wakes it up.
import { renderToString } from 'react-dom/server';
import { StrictMode } from 'react';
import { StaticRouter } from 'react-router';
import { AppRoutes, Landing } from '#app/routes.tsx';
import { ScrollMemory } from '#app/scroll-memory.tsx';

export async function drawLanding(): Promise<string> {
  // The tree must be main.tsx's own, or hydration would find another one.
  await Landing.preload();
  return renderToString(
    <StrictMode>
      <StaticRouter location="/greeting">
        <ScrollMemory />
        <AppRoutes />
      </StaticRouter>
    </StrictMode>,
  );
}
