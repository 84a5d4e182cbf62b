import { lazy, useState, type ComponentType } from 'react';
import { reloadIfOld } from './build.ts';

export type Page = ComponentType & { preload: () => Promise<void> };

/**
 * A page that is a chunk of its own: page(() => import('./pages/home.tsx').then((file) => file.Home)).
 * Once preloaded it renders without suspending, so hydration and a second visit show no skeleton. Where the server has a newer site without this chunk, all is loaded anew.
 */
export function page(load: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | undefined;
  const keep = async () => {
    loaded = await load().catch(async (error: unknown) => {
      // Until the reload begins the page is still on its way.
      if (await reloadIfOld()) return new Promise<never>(() => {});
      throw error;
    });
    return { default: loaded };
  };
  const Later = lazy(keep);

  function LoadedPage() {
    // Decided once per mount: changing the component in place would lose its state.
    const [Content] = useState<ComponentType>(() => loaded ?? Later);
    return <Content />;
  }
  return Object.assign(LoadedPage, { preload: async () => void (await keep()) });
}
