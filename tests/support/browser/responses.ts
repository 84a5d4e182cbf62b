import type { BrowserContext, Request } from '@playwright/test';
import { callOf, isWords } from '../recorded-fetch.ts';
import { recorderAt } from '../leak-recorder.ts';

/** In bytes: a longer response contains files. */
const WORDS = 2 ** 20;

/**
 * Passes every text response of a browser context, including pages and streams, to the recorder of
 * its server. Returns a function that waits until all responses so far are read.
 */
export async function recordBrowser(context: BrowserContext): Promise<() => Promise<void>> {
  await watchSessions(context);
  await recordStreams(context);
  const reading = new Set<Promise<void>>();
  // Only completed requests: others, whose responses nobody was shown, may never end.
  context.on('requestfinished', (request) => {
    const read: Promise<void> = record(request).finally(() => reading.delete(read));
    reading.add(read);
  });
  return async () => {
    await Promise.all(reading);
  };
}

/**
 * A page reports the owner of its token when it starts and when it stores another token, which is
 * before it sends anything with it. If a page is left meanwhile, the next one reports it.
 */
async function watchSessions(context: BrowserContext): Promise<void> {
  await context.exposeBinding('notifySession', ({ frame }, kept: string) => {
    const session = JSON.parse(kept) as { token?: string; userId?: string } | null;
    if (session?.token && session.userId)
      recorderAt(frame.url())?.watchSession({ token: session.token, userId: session.userId });
  });
  await context.addInitScript(() => {
    const KEY = 'respa.session';
    const tell = (kept: string | null) => {
      if (kept !== null)
        void (
          globalThis as unknown as { notifySession(kept: string): Promise<void> }
        ).notifySession(kept);
    };
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      keep.call(this, key, value);
      if (key === KEY) tell(value);
    };
    // A page without an address has no storage.
    if (location.protocol.startsWith('http')) tell(localStorage.getItem(KEY));
  });
}

/** Streams never end, so a page reports each frame as it arrives. */
async function recordStreams(context: BrowserContext): Promise<void> {
  await context.exposeBinding('reportFrame', (_page, url: string, token: string, frame: string) => {
    recorderAt(url)?.recordResponse({ call: callOf('GET', url), token }, frame);
  });
  await context.addInitScript(() => {
    const ask = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const response = await ask(input, init);
      if (
        response.body === null ||
        response.headers.get('content-type')?.startsWith('text/event-stream') !== true
      )
        return response;
      const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
      const decoder = new TextDecoder();
      let rest = '';
      const heard = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(part, to) {
            const frames = (rest + decoder.decode(part, { stream: true })).split('\n\n');
            rest = frames.pop()!;
            for (const frame of frames)
              void (
                globalThis as unknown as {
                  reportFrame(url: string, token: string, frame: string): Promise<void>;
                }
              ).reportFrame(response.url, token, frame);
            to.enqueue(part);
          },
        }),
      );
      return new Response(heard, response);
    };
  });
}

async function record(request: Request): Promise<void> {
  const recorder = recorderAt(request.url());
  if (recorder === undefined) return;
  // Leaving a page discards its responses.
  const response = await request.response().catch(() => null);
  if (response === null || !isWords(response.headers()['content-type'])) return;
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return;
  const { authorization } = request.headers();
  const sent = request.postDataBuffer();
  recorder.recordResponse(
    {
      call: callOf(request.method(), request.url()),
      token: authorization?.slice('Bearer '.length),
      sent: sent === null || sent.length > WORDS ? '' : sent.toString(),
    },
    text,
  );
}
