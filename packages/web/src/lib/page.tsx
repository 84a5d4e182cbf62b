import { lazy, useState, type ComponentType } from 'react';

export type Page = ComponentType & { preload: () => Promise<void> };

/**
 * A page that is a chunk of its own: page(() => import('./pages/home.tsx').then((file) => file.Home)).
 * Once preloaded it renders without suspending, so hydration and a second visit show no skeleton.
 */
export function page(load: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | undefined;
  const keep = async () => {
    loaded = await load();
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
