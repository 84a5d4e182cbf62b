/**
 * The caller and the call. `sent` is everything that the caller put into the request, and so knows
 * anyway.
 */
export type Asked = { call: string; token?: string | undefined; sent?: string };
type Listener = {
  recordResponse(asked: Asked, text: string): void;
  watchSecret(secret: string): void;
};

/** Returns the call of an address, in the contract's notation except for ids after the first. */
export const callOf = (method: string, url: string): string =>
  `${method} ${new URL(url).pathname.replace(/^\/api(?=\/)/, '').replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i, ':id')}`;
/**
 * Returns whether a response contains text for users: the site's own scripts and file downloads do
 * not.
 */
export const isWords = (type: string | null | undefined): boolean =>
  /^(?:application\/(?:json|vnd\.apple\.mpegurl)|text\/(?:html|plain))/.test(type ?? '');
const isStream = (type: string | null): boolean => type?.startsWith('text/event-stream') === true;

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof FormData
    ? JSON.stringify(
        Object.fromEntries(
          [...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
        ),
      )
    : '';
}
function askedBy(input: string | URL | Request, init: RequestInit | undefined): Asked {
  const request = input instanceof Request ? input : undefined;
  const url = input instanceof Request ? input.url : input instanceof URL ? input.href : input;
  const token = new Headers(init?.headers ?? request?.headers)
    .get('authorization')
    ?.replace(/^Bearer /, '');
  return {
    call: callOf(init?.method ?? request?.method ?? 'GET', url),
    token,
    sent: `${decoded(url)} ${textOf(init?.body)}`,
  };
}
/** Passes the stream through and records each frame. */
function recordedStream(listener: Listener, asked: Asked, response: Response): Response {
  const decoder = new TextDecoder();
  let rest = '';
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, to) {
      const frames = (rest + decoder.decode(part, { stream: true })).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) listener.recordResponse(asked, frame);
      to.enqueue(part);
    },
  });
  const { status, headers, url } = response;
  return Object.defineProperty(
    new Response(response.body!.pipeThrough(tap), { status, headers }),
    'url',
    { value: url },
  );
}

let isWrapped = false;
/**
 * Wraps `fetch` in this process: each response is passed to the listener of its address before the
 * caller gets it.
 */
export function recordFetch(listenerAt: (url: string) => Listener | undefined): void {
  if (isWrapped) return;
  isWrapped = true;
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await ask(input, init);
    const listener = listenerAt(response.url);
    if (listener === undefined) return response;
    for (const cookie of response.headers.getSetCookie()) {
      const secret = /=([\w-]{43,});/.exec(cookie)?.[1];
      if (secret !== undefined) listener.watchSecret(secret);
    }
    const asked = askedBy(input, init);
    const type = response.headers.get('content-type');
    if (isStream(type) && response.body !== null) return recordedStream(listener, asked, response);
    // If the server dies in the middle, the caller learns that while reading.
    const text = isWords(type)
      ? await response
          .clone()
          .text()
          .catch(() => undefined)
      : undefined;
    if (text !== undefined) listener.recordResponse(asked, text);
    return response;
  };
}
