let isBeingReplaced = false;

/** Returns whether this document ends. It then stores and sends nothing any more. */
export const isReplaced = (): boolean => isBeingReplaced;

/**
 * Loads the document again or another one, so that nothing in this tab's memory or session storage
 * survives. Does not ask. Until the new document is there, this one goes on running as the former
 * member: it must neither store what it holds nor send it with the next member's token.
 */
export function replaceDocument(address?: string): void {
  isBeingReplaced = true;
  sessionStorage.clear();
  Storage.prototype.setItem = () => {};
  for (const name of ['beforeunload', 'visibilitychange'])
    window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
  document.documentElement.hidden = true;
  if (address === undefined) return location.reload();
  // A browser keeps the entry's state if its address stays the same: the former member's page.
  history.replaceState(null, '');
  location.replace(address);
}
