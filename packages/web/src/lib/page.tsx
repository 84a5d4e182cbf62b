import { lazy, useMemo, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { reloadIfOld, reloadOnce } from './build.ts';
import { LostChunk } from './network/load-chunk.ts';

let round = 0;
/** A page that did not come: drawn after `again()`, it is asked for anew. */
export class LostPage extends Error {
  again(): void {
    round += 1;
  }
}
export type Page = ComponentType & { preload: () => Promise<void> };

/**
 * A page that is a chunk of its own: page(() => import('./pages/home.tsx').then((file) => file.Home)).
 * Once preloaded it renders without suspending, so hydration and a second visit show no skeleton. Where the server has a newer site without this chunk, or the browser does not try it any more, all is loaded anew;
 * one that did not come throws `LostPage`, and is asked for again when somebody comes back to it.
 */
export function page(load: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | undefined;
  let isLost = false;
  let visit: string | undefined;
  const keep = async () => {
    loaded = await load().catch(async (error: unknown) => {
      // Its files are here and the browser keeps in mind that one of them did not come before: on another page it forgets. Until the reload begins this one is still on its way.
      if ((await reloadIfOld()) || (!(error instanceof LostChunk) && reloadOnce()))
        return new Promise<never>(() => {});
      isLost = true;
      throw error instanceof LostChunk ? new LostPage('', { cause: error }) : error;
    });
    return { default: loaded };
  };
  let Later = lazy(keep);
  /** React keeps in mind what did not come: on the same visit it is told again and again, the next one has another. */
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
