type RouterRule = {
  condition: { urlPattern: { pathname: string } };
  source: 'network' | { cacheName: string };
};
/** An install event in browsers that answer some requests without waking the worker. */
export type RoutingEvent = ExtendableEvent & { addRoutes?: (rules: RouterRule[]) => Promise<void> };

/** The worker's global scope. The library's types describe `self` as that of a plain worker. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope;
