import { lazy, useMemo, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { reloadIfOld, reloadOnce } from '#lib/browser/build.ts';
import { LostChunk } from '#lib/network/load-chunk.ts';

let round = 0;
/** A page whose chunk failed to load. After `again()`, the next render requests it again. */
export class LostPage extends Error {
  again(): void {
    round += 1;
  }
}
export type Page = ComponentType & { preload: () => Promise<void> };

/**
 * Wraps a page that is its own chunk: page(() => import('#lib/pages/home.tsx').then((file) =>
 * file.Home)).
 * Once preloaded it renders without suspending, so hydration and a second visit show no skeleton.
 * If the server has a newer build without this chunk, or the browser no longer retries it, the site
 * is reloaded.
 * A page that failed to load throws `LostPage` and is requested again on the next visit to it.
 */
export function page(load: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | undefined;
  let isLost = false;
  let visit: string | undefined;
  const keep = async () => {
    loaded = await load().catch(async (error: unknown) => {
      // The files are loaded, but the browser remembers that one of them failed before. A reload
      // makes it forget. Until the reload begins, the page counts as loading.
      if ((await reloadIfOld()) || (!(error instanceof LostChunk) && reloadOnce()))
        return new Promise<never>(() => {});
      isLost = true;
      throw error instanceof LostChunk ? new LostPage('', { cause: error }) : error;
    });
    return { default: loaded };
  };
  let Later = lazy(keep);
  /**
   * React remembers a failed load. On the same visit it rethrows the same error, so the next visit
   * gets a new lazy component.
   */
  const choose = (key: string): ComponentType => {
    if (isLost && visit !== key) {
      Later = lazy(keep);
      isLost = false;
    }
    visit = key;
    return loaded ?? Later;
  };

  function LoadedPage() {
    const { key } = useLocation();
    // Decided once per mount: changing the component in place would lose its state.
    const [Content] = useState(() => choose(`${key} ${round}`));
    return useMemo(() => <Content />, [Content]);
  }
  return Object.assign(LoadedPage, { preload: async () => void (await keep()) });
}
