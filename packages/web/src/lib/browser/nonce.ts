/**
 * Returns the page's CSP nonce, for elements added to its head: files of chunks, the style elements
 * of Mantine and of its scroll lock. Browsers hide it from attributes, so it is read as a property.
 */
export function readNonce(): string {
  const meta = document.querySelector<HTMLElement>('meta[property="csp-nonce"]');
  return meta?.nonce || document.querySelector('script')?.nonce || '';
}
