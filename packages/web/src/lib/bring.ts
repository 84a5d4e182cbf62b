let again = 0;

/**
 * Brings a module that is a chunk of its own: bring(() => import('./emoji-all.tsx')). A browser remembers of an address that its module did not come (Chromium since 150, as HTML has it) and does not ask for it
 * any more, whatever comes of the network: then it is asked for at the same address with another fragment, which is another one for the browser and the same for the server.
 */
export async function bring<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
    if (address === undefined) throw error;
    again += 1;
    return await import(/* @vite-ignore */ `${address}#${again}`) as T;
  }
}
