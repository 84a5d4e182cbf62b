import { setNonce } from 'get-nonce';

/** The page's CSP nonce, for the style elements that Mantine and its scroll lock make. Browsers hide it from attributes, so it is read as a property. */
export function readNonce(): string {
  const meta = document.querySelector<HTMLElement>('meta[property="csp-nonce"]');
  return meta?.nonce || document.querySelector('script')?.nonce || '';
}

export function shareNonce(): void {
  const nonce = readNonce();
  if (nonce) setNonce(nonce);
}
