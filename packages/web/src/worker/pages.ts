const NONCE = /<script nonce="([^"]+)"/;
const POLICY = 'content-security-policy';
/** Headers that describe the bytes as they were sent, not the text of the page. */
const OF_BYTES = ['content-encoding', 'content-length', 'vary', 'date'];

/**
 * Returns whether an answer is a page of the site with its policy, and of the version whose files
 * are `files`. A login page of a hotel's network, for example, is not.
 */
export async function isShellPage(answer: Response, files: readonly string[]): Promise<boolean> {
  if (!answer.ok || answer.type !== 'basic' || answer.redirected) return false;
  const html = await answer.text();
  const nonce = NONCE.exec(html)?.[1];
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  return (
    nonce !== undefined &&
    answer.headers.get(POLICY)?.includes(`'nonce-${nonce}'`) === true &&
    entry !== undefined &&
    files.includes(entry)
  );
}

/**
 * Returns a stored page with a nonce of its own, as the server sends every page, in its text and in
 * its policy. All other headers stay, so no page is served with a weaker policy than its own.
 */
export async function freshPage(stored: Response): Promise<Response> {
  const html = await stored.text();
  const old = NONCE.exec(html)![1]!;
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(stored.headers);
  for (const name of OF_BYTES) headers.delete(name);
  headers.set(POLICY, headers.get(POLICY)!.replaceAll(old, nonce));
  return new Response(html.replaceAll(old, nonce), { headers });
}
